"""What pages are made of: scenes, templates, drawings, files."""
