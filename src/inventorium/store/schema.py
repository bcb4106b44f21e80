"""The schema, for SQLite and PostgreSQL alike. `entries` is the only truth about a game; its rows never change."""

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
    UniqueConstraint,
    false,
    text,
)

VERSION = "13"  # the last step of store/migrations, which leads here

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules", Text, nullable=False),  # the version of the rules at its start
    Column("components", Text, nullable=False),  # and the set of components
    Column("players", Integer, nullable=False),
    Column("edition", Text, nullable=False),
    Column("options", Text, nullable=False),  # changes to the edition, as JSON
    Column("seed", Text, nullable=False),
    Column("given", Integer, nullable=False),  # the number of first entries that come from another game
    Column("open", Boolean, nullable=False),  # listed in public, to join and to watch
    Column("bot_pause", Float, nullable=False),  # seconds a person has to undo before a bot moves
    Column("rated", Boolean, nullable=False, server_default=false()),  # whether it counts for ratings
    Column("cup", String(22)),  # the cup that it belongs to
    Column("club", String(22)),  # the same
    Column("host", String(64), nullable=False),  # digest of the secret of the person who set it up
    Column("rematch", String(22)),  # the table where the same people play on
    Column("created", Float, nullable=False),
    # what lists show without playing the game again; it follows from the entries
    Column("changed", Float, nullable=False),
    Column("asked", Text, nullable=False),  # the seats to move, as "0 2"; empty when the game is over
    Column("over", Boolean, nullable=False),
    Column("clock", Text),  # time to think, as JSON: table/clocks.py
    Column("due", Text, nullable=False, server_default=""),
)  # derived from the entries: when the time of the seats to move is over

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("name", Text, nullable=False),
    Column("level", Text, nullable=False),
    Column("owner", String(64)),  # digest of the secret of this seat
    Column("invitation", String(64)),  # digest of the link that can be exchanged for it, once
    Column("network", String(4)),  # where it was played from first, at a rated table: store/networks.py
    PrimaryKeyConstraint("table_id", "seat"),
    CheckConstraint("kind IN ('person', 'bot', 'open')"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("action", Integer, nullable=False),
    Column("automatic", Boolean, nullable=False),
    Column("text", Text, nullable=False),
    Column("time", Float, nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
)  # no number is taken twice, whatever crashes

plans = Table(  # no part of the game: nothing that others see follows from it
    "plans",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("orders", Text, nullable=False),  # conditional moves, as JSON
    PrimaryKeyConstraint("table_id", "seat"),
)

channels = Table(  # where people want to be notified that it is their turn
    "channels",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("subject", String(64), nullable=False),  # an owner, for all their tables, or a table, for all its people
    Column("owner", String(64), nullable=False),  # whose it is
    Column("kind", String(8), nullable=False),
    Column("address", Text, nullable=False),
    Column("language", String(8), nullable=False),
    Column("site", Text, nullable=False),  # the address of our pages, as its owner reaches them
    Column("key", String(40), nullable=False),  # switches it off, and confirms that it is wanted
    Column("delay", Float, nullable=False),  # seconds in which a person who is here may move
    Column("ready", Boolean, nullable=False),  # an e-mail address is ready once it was confirmed
    Column("sent", Float, nullable=False),
    Column("error", Text, nullable=False),
)  # why the last notice did not arrive

outbox = Table(  # notices that are not delivered yet; a newer one replaces an older
    "outbox",
    metadata,
    Column("channel", ForeignKey("channels.id"), nullable=False),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("number", Integer, nullable=False),  # the last entry when its turn came
    Column("made", Float, nullable=False),
    Column("due", Float, nullable=False),  # when it is tried next
    Column("tries", Integer, nullable=False),  # that failed
    Column("begun", Integer, nullable=False),  # tries with an unknown end
    Column("what", String(8), nullable=False, server_default="turn"),  # it is the person's turn, or the same people play again
    PrimaryKeyConstraint("channel", "table_id"),
)

people = Table(  # those who want to sign in elsewhere
    "people",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("words", String(64), nullable=False),  # digest of the words by which they come back
    Column("created", Float, nullable=False),
    Column("name", Text, nullable=False, server_default=""),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", Text, primary_key=True),  # as the device names it
    Column("owner", ForeignKey("people.owner"), nullable=False),
    Column("key", Text, nullable=False),  # the public part
    Column("count", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("name", Text, nullable=False, server_default=""),  # the browser that made it
    Column("used", Float, nullable=False, server_default="0"),
)

devices = Table(  # where a person is signed in
    "devices",
    metadata,
    Column("device", String(64), primary_key=True),  # digest of the secret in its cookie
    Column("owner", ForeignKey("people.owner"), nullable=False),
    Column("created", Float, nullable=False),
    Column("name", Text, nullable=False, server_default=""),  # the browser, as it calls itself
    Column("used", Float, nullable=False, server_default="0"),
)  # when it was last here, to within an hour

settings = Table(  # what this site made for itself once, such as the key of its notices
    "settings", metadata, Column("name", String(20), primary_key=True), Column("value", Text, nullable=False)
)

Index("people_by_words", people.c.words)
Index("channels_by_subject", channels.c.subject)
Index("outbox_by_due", outbox.c.due)
Index("outbox_by_table", outbox.c.table_id)
studies = Table(
    "studies",
    metadata,  # what was found out about finished games: a cache, which may be lost
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("evaluation", Text, nullable=False),  # by which it was found out: what another one says is something else
    Column("seat", Integer, nullable=False),  # whose decisions; -1: the review of all
    Column("number", Integer, nullable=False),  # of the last entry that was seen
    Column("body", Text, nullable=False),  # JSON
    PrimaryKeyConstraint("table_id", "evaluation", "seat"),
)

cups = Table(
    "cups",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("people", Integer, nullable=False),  # it starts when so many take part
    Column("seats", Integer, nullable=False),  # at each table
    Column("rounds", Integer, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("clock", Text),  # as of a table
    Column("created", Float, nullable=False),
    Column("club", String(22)),  # then it is for its members
    Column("owner", String(64), nullable=False, server_default=""),
)  # who made it

entrants = Table(
    "entrants",
    metadata,
    Column("cup", ForeignKey("cups.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("owner", String(64), nullable=False),  # digest of the secret of who takes part
    Column("name", Text, nullable=False),
    PrimaryKeyConstraint("cup", "number"),
)

gatherings = Table(  # seeks: players who wait for others; complete ones become a table
    "gatherings",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("edition", Text, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("clock", Text),  # as of a table
    Column("table_id", ForeignKey("tables.id")),  # where they play
    Column("created", Float, nullable=False),
    Column("club", String(22)),
)  # then it is for its members

gathered = Table(
    "gathered",
    metadata,
    Column("gathering", ForeignKey("gatherings.id"), nullable=False),
    Column("owner", String(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("came", Float, nullable=False),
    Column("seen", Float, nullable=False),  # when they last had the page open on which one waits
    PrimaryKeyConstraint("gathering", "owner"),
)

clubs = Table(
    "clubs",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("name", Text, nullable=False),
    Column("key", String(40), nullable=False),  # in the link by which one joins
    Column("created", Float, nullable=False),
    Column("owner", String(64), nullable=False, server_default=""),
)  # who made it

members = Table(
    "members",
    metadata,
    Column("club", ForeignKey("clubs.id"), nullable=False),
    Column("owner", String(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("joined", Float, nullable=False),
    PrimaryKeyConstraint("club", "owner"),
)

avoided = Table(  # the players a person mutes or blocks
    "avoided",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("other", String(64), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("name", Text, nullable=False),  # of the other, as it was then
    UniqueConstraint("owner", "other"),
    CheckConstraint("kind IN ('mute', 'block')"),
)

reports = Table(
    "reports",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),  # of the entry that it is about
    Column("owner", String(64), nullable=False),  # who reports
    Column("note", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("closed", Float),
    UniqueConstraint("table_id", "number", "owner"),
)

moderators = Table("moderators", metadata, Column("owner", String(64), primary_key=True))

counts = Table(  # what all processes count together: store/counts.py
    "counts",
    metadata,
    Column("key", String(64), nullable=False),  # digest of the counted event and the owner; it reveals neither
    Column("hour", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    PrimaryKeyConstraint("key", "hour"),
)

Index("avoided_by_other", avoided.c.other)
Index("members_by_owner", members.c.owner)
Index("tables_by_cup", tables.c.cup)
Index("tables_by_club", tables.c.club)
Index("seats_by_owner", seats.c.owner)
Index("tables_by_change", tables.c.open, tables.c.changed)
Index("tables_by_host", tables.c.host, tables.c.created)
Index("tables_rated", tables.c.created, sqlite_where=text("rated"), postgresql_where=text("rated"))
Index("tables_running", tables.c.changed, sqlite_where=text("NOT over"), postgresql_where=text("NOT over"))
