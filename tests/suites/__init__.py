"""Cases of other projects' CSV readers, re-created: what they take apart, and where teraload differs and why."""
