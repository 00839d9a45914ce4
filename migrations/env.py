"""How Alembic runs the migrations: in the transaction that the program has begun (store/migrate.py)."""

from alembic import context

from schneider_league.store.tables import metadata

connection = context.config.attributes["connection"]
# The program begins the transaction, BEGIN IMMEDIATE or with the lock held, and ends it when all is checked, so
# that a migration that fails leaves the database as it was.
context.configure(
    connection=connection,
    target_metadata=metadata,
    render_as_batch=True,
    compare_type=True,
    compare_server_default=True,
    transactional_ddl=True,
)
context.run_migrations()
