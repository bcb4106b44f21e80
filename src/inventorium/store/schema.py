"""The one schema, for SQLite and PostgreSQL alike. `entries` is the only truth about a game; nothing in it ever changes."""
from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    text,
)

VERSION = "3"                                            # the last step of store/migrations, which leads here

metadata = MetaData()

tables = Table(
    "tables", metadata,
    Column("id", String(22), primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules", Text, nullable=False),               # the version of the rules that it was begun with
    Column("components", Text, nullable=False),          # and the set of components
    Column("players", Integer, nullable=False),
    Column("edition", Text, nullable=False),
    Column("options", Text, nullable=False),             # changes to the edition, as JSON
    Column("seed", Text, nullable=False),
    Column("given", Integer, nullable=False),            # the number of first entries that come from another game
    Column("open", Boolean, nullable=False),             # listed for everybody, to join and to watch
    Column("bot_pause", Float, nullable=False),          # seconds a person has to take an answer back before a bot answers
    Column("patience", Float),                           # seconds after which a bot may stand in for somebody who does not answer
    Column("host", String(64), nullable=False),          # digest of the secret of whoever set it up
    Column("rematch", String(22)),                       # the table where the same people play on
    Column("created", Float, nullable=False),
    # what lists show without playing the game again; it follows from the entries
    Column("changed", Float, nullable=False),
    Column("asked", Text, nullable=False),               # the seats that are asked, as "0 2"; empty when the game is over
    Column("over", Boolean, nullable=False))

seats = Table(
    "seats", metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("name", Text, nullable=False),
    Column("level", Text, nullable=False),
    Column("holder", String(64)),                        # digest of the secret that this seat answers to
    Column("invitation", String(64)),                    # digest of the link that can be exchanged for it, once
    PrimaryKeyConstraint("table_id", "seat"),
    CheckConstraint("kind IN ('person', 'bot', 'open')"))

entries = Table(
    "entries", metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("action", Integer, nullable=False),
    Column("automatic", Boolean, nullable=False),
    Column("text", Text, nullable=False),
    Column("time", Float, nullable=False),
    PrimaryKeyConstraint("table_id", "number"))          # nobody can take a number twice, whatever crashes

studies = Table(
    "studies", metadata,                                 # what was found out about finished games: a cache, which may be lost
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("evaluation", Text, nullable=False),          # by which it was found out: what another one says is something else
    Column("seat", Integer, nullable=False),             # whose decisions; -1: the account of all
    Column("number", Integer, nullable=False),           # of the last entry of the table that was looked at
    Column("body", Text, nullable=False),                # JSON
    PrimaryKeyConstraint("table_id", "evaluation", "seat"))

Index("seats_by_holder", seats.c.holder)
Index("tables_by_change", tables.c.open, tables.c.changed)
Index("tables_by_host", tables.c.host, tables.c.created)
Index("tables_running", tables.c.changed, sqlite_where=text("NOT over"), postgresql_where=text("NOT over"))
