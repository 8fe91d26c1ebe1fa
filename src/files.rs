//! Reading and replacing files without surprises: regular files only, bounded, through links.
