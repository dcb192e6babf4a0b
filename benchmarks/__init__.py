"""teraload and its peers at the same work: measured, stored as files, reported from files."""
