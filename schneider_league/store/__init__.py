"""The league's database: the only place that knows SQL, SQLModel and Alembic."""
