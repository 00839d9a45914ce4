"""The pages of the static site: values to HTML.

Everything here is pure: values go in, the text of a page comes out. Whatever comes from data is escaped by the
template engine, and control characters in it become visible signs.
"""
