"""The engines, one file each: a module here has a class `Engine` that keeps the contract of `engine.py`."""
