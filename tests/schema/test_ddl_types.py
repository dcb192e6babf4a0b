"""What a type means in each dialect: one line per case, `written => stored`."""

import duckdb
import pytest

from teraload.schema import SchemaError
from teraload.schema.ddl import read_ddl

# A number after `text` is its declared length.
MEANINGS = {
    "postgres": """
        boolean, bool => bool
        smallint, int2 => int16
        int, integer, int4, INTEGER, pg_catalog.int4 => int32
        bigint, int8 => int64
        real, float4, float(1), float(24) => float32
        double precision, DOUBLE  PRECISION, float8, float, float(25), float(53) => float64
        numeric(10,2), decimal(10,2), dec(10, 2) => decimal(10,2)
        numeric(5) => decimal(5,0)
        varchar, character varying, text, bpchar => text
        varchar(10), character varying(10), char varying (10), char(10), bpchar(10) => text 10
        char, character, nchar => text 1
        bytea => binary
        date => date
        time, time(3), time without time zone => time(us)
        timestamp, timestamp without time zone, timestamp(4), timestamp(6) => timestamp(us)
        timestamp(0), timestamp (0) without time zone => timestamp(s)
        timestamp(3), timestamp(1) => timestamp(ms)
        timestamptz, timestamp with time zone, timestamp(3) with time zone, timestamptz(0) => timestamptz(us)
    """,
    "tsql": """
        bit, [bit] => bool
        tinyint => uint8
        smallint => int16
        int, [int], integer, [sys].[int] => int32
        bigint => int64
        real, float(24) => float32
        float, float(53), float(25), double precision => float64
        decimal, numeric => decimal(18,0)
        decimal(9) => decimal(9,0)
        [decimal](18, 2), numeric(18,2) => decimal(18,2)
        money => decimal(19,4)
        smallmoney => decimal(10,4)
        nvarchar(max), varchar(MAX), [nvarchar](max), text, ntext => text
        nvarchar(50), [varchar](50), char(50), national character varying(50) => text 50
        char, varchar => text 1
        sysname => text 128
        varbinary(max), varbinary(8), binary(4), image => binary
        date => date
        time(3), time(6) => time(us)
        smalldatetime, datetime2(0) => timestamp(s)
        datetime, datetime2(3) => timestamp(ms)
        datetime2(6) => timestamp(us)
        datetime2, datetime2(7) => timestamp(ns)
        datetimeoffset, datetimeoffset(3) => timestamptz(us)
    """,
    "mysql": """
        tinyint(1), bool, boolean, bit, bit(1) => bool
        tinyint, tinyint(4), tinyint(4) signed => int8
        smallint(6) => int16
        mediumint, mediumint(9), int, int(11), INTEGER => int32
        bigint, bigint(20) => int64
        tinyint unsigned, tinyint(3) unsigned, tinyint(1) unsigned => uint8
        smallint unsigned => uint16
        mediumint unsigned, int unsigned, int(10) unsigned zerofill, int(5) zerofill => uint32
        bigint(20) unsigned => uint64
        year, year(4) => int16
        float, float(7,3), float(24), float unsigned => float32
        double, double(10,2), double precision, real, float(25), float(53), double unsigned => float64
        decimal, numeric => decimal(10,0)
        decimal(12) => decimal(12,0)
        decimal(10,2), fixed(10,2), decimal(10,2) unsigned => decimal(10,2)
        varchar(20), char(20), text(20), char(20) binary => text 20
        text, tinytext, mediumtext, longtext => text
        binary(16), varbinary(16), blob, longblob => binary
        date => date
        time, time(6) => time(us)
        datetime => timestamp(s)
        datetime(3) => timestamp(ms)
        datetime(6) => timestamp(us)
        timestamp, timestamp(6) => timestamptz(us)
    """,
    "oracle": """
        NUMBER(10,2), NUMBER(10, 2), DECIMAL(10,2) => decimal(10,2)
        NUMBER(10), NUMBER(10,0) => decimal(10,0)
        NUMBER(*,2) => decimal(38,2)
        INTEGER, INT, SMALLINT, DECIMAL, NUMERIC => decimal(38,0)
        BINARY_FLOAT, FLOAT(24) => float32
        BINARY_DOUBLE, FLOAT, FLOAT(53), REAL, DOUBLE PRECISION => float64
        VARCHAR2(30), VARCHAR2(30 CHAR), VARCHAR2(30 BYTE), NVARCHAR2(30), CHAR(30) => text 30
        CLOB, NCLOB, LONG => text
        CHAR => text 1
        RAW(16), BLOB, LONG RAW => binary
        DATE, TIMESTAMP(0) => timestamp(s)
        TIMESTAMP, TIMESTAMP(6) => timestamp(us)
        TIMESTAMP(3) => timestamp(ms)
        TIMESTAMP(9) => timestamp(ns)
        TIMESTAMP WITH TIME ZONE, TIMESTAMP(6) WITH TIME ZONE => timestamptz(us)
        TIMESTAMP WITH LOCAL TIME ZONE => timestamptz(us)
        BOOLEAN => bool
    """,
}
REFUSALS = {
    "postgres": """
        numeric, decimal => a number without a precision has no bounds
        numeric(39,2), numeric(0) => precision
        numeric(5,-2), numeric(3,5) => scale
        numeric(a), numeric(5,2,1) => not (precision, scale)
        timetz, time with time zone, time(3) with time zone => no instant
        uuid, json, jsonb, inet, money, interval, "char", bit(3), bit varying(5) => not supported yet
        int[], text[][], integer[3], int array => arrays
        timestamp(7), time(9) => digits of the second
        float(54), float(0) => bits
        int(4), boolean(1), bytea(3) => takes no parameters
        varchar(0), varchar(max2), varchar(1,2) => not a length
        mood, public.mood, "Mood", datetime, tinyint, serial9, int foo, int(4)(5), foo bar baz => no type that
    """,
    "tsql": """
        timestamp, rowversion => rowversion
        uniqueidentifier, xml, sql_variant, hierarchyid, geography => not supported yet
        datetime2(8), time(8) => digits of the second
        decimal(39) => precision
        [dbo].[Phone], dbo.int, int[], boolean => no type that
    """,
    "mysql": """
        json, enum('a','b)'), set('a'), geometry => not supported yet
        bit(8) => more than one bit
        decimal(65,2) => precision
        datetime(7) => digits of the second
        uniqueidentifier, unsigned, varchar2(3) => no type that
    """,
    "oracle": """
        NUMBER, NUMBER(*) => a NUMBER without a precision
        NUMBER(5,-2), NUMBER(2,5) => scale
        ROWID, XMLTYPE, BFILE, INTERVAL DAY(2) TO SECOND(6), INTERVAL YEAR TO MONTH => not supported yet
        FLOAT(127) => bits
        TIMESTAMP(10) => digits of the second
        MDSYS.SDO_GEOMETRY, TINYINT, TEXT, s.emp.id%TYPE => no type that
    """,
    "duckdb": """
        HUGEINT, UHUGEINT, INT128 => 128-bit
        UUID, JSON, BIT, INTERVAL, TIME_NS, VARIANT => not supported yet
        STRUCT(a INT), MAP(INT, TEXT), UNION(a INT), ENUM('a') => not supported yet
        INT[], INT[3], STRUCT(a INT)[] => arrays
        TIMETZ, TIME WITH TIME ZONE => not supported yet
        mood, MONEY, CLOB, DATETIME2 => no type that
    """,
}
# DuckDB itself says what these are.
DUCKDB = """
    TINYINT, INT1, SMALLINT, INT2, SHORT, INT16, INTEGER, INT, INT4, SIGNED, INT32, INTEGRAL, BIGINT, INT8
    LONG, INT64, OID, UTINYINT, UINT8, USMALLINT, UINT16, UINTEGER, UINT32, UBIGINT, UINT64
    BOOL, BOOLEAN, LOGICAL, FLOAT, REAL, FLOAT4, FLOAT(24), FLOAT(25), FLOAT(53), DOUBLE, FLOAT8
    DOUBLE PRECISION, DECIMAL, NUMERIC, DEC, DECIMAL(5), DECIMAL(10,2), DECIMAL(38,38)
    VARCHAR, VARCHAR(9), CHAR, CHAR(3), BPCHAR, TEXT, TEXT(5), STRING, NVARCHAR, NCHAR, CHARACTER VARYING(5)
    BLOB, BYTEA, BINARY, VARBINARY, DATE, TIME, TIME WITHOUT TIME ZONE, TIMESTAMP, DATETIME, DATETIME(3)
    TIMESTAMP(0), TIMESTAMP(1), TIMESTAMP(3), TIMESTAMP(4), TIMESTAMP(6), TIMESTAMP(7), TIMESTAMP(9)
    TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_US, TIMESTAMP_NS, TIMESTAMPTZ, TIMESTAMP WITH TIME ZONE
"""
STORED_BY_DUCKDB = {
    **{"bool": "BOOLEAN", "int8": "TINYINT", "int16": "SMALLINT", "int32": "INTEGER", "int64": "BIGINT"},
    **{"uint8": "UTINYINT", "uint16": "USMALLINT", "uint32": "UINTEGER", "uint64": "UBIGINT"},
    **{"float32": "FLOAT", "float64": "DOUBLE", "date": "DATE", "time(us)": "TIME", "text": "VARCHAR"},
    **{"timestamp(s)": "TIMESTAMP_S", "timestamp(ms)": "TIMESTAMP_MS", "timestamp(us)": "TIMESTAMP"},
    **{"timestamp(ns)": "TIMESTAMP_NS", "timestamptz(us)": "TIMESTAMP WITH TIME ZONE", "binary": "BLOB"},
}


def cases(tables: dict[str, str]) -> list[tuple[str, str, str]]:
    """Every (dialect, type as written, what follows the arrow)."""
    lines = [(dialect, line) for dialect, table in tables.items() for line in table.strip().splitlines()]
    return [
        (dialect, written.strip(), line.split("=>")[1].strip())
        for dialect, line in lines
        for written in _split(line.split("=>")[0])
    ]


def _split(types: str) -> list[str]:
    """Types parted by commas outside of parentheses."""
    runs, depth = [""], 0
    for character in types:
        depth += (character == "(") - (character == ")" and depth > 0)
        if character == "," and depth == 0:
            runs.append("")
        else:
            runs[-1] += character
    return runs


def read(dialect: str, written: str) -> tuple[str, int | None]:
    """The type of a column so declared, among other words that must not be taken for a part of it."""
    ddl = f"CREATE TABLE t (before int, c {written} DEFAULT NULL NOT NULL, after date)"
    table = read_ddl(ddl, dialect=dialect).table("t")
    assert [column.name for column in table.columns] == ["before", "c", "after"]
    return str(table.columns[1].type), table.columns[1].type.length


@pytest.mark.parametrize(("dialect", "written", "meaning"), cases(MEANINGS))
def test_a_type_means_what_its_dialect_says(dialect: str, written: str, meaning: str) -> None:
    stored, _, length = meaning.partition(" ")
    assert read(dialect, written) == (stored, int(length) if length else None)


@pytest.mark.parametrize(("dialect", "written", "why"), cases(REFUSALS))
def test_a_type_that_cannot_be_stored_is_refused(dialect: str, written: str, why: str) -> None:
    with pytest.raises(SchemaError) as caught:
        read(dialect, written)
    error = caught.value
    assert why in error.what
    assert (error.table, error.column, error.line, error.found) == ("t", "c", 1, written)
    assert error.remedy


@pytest.mark.parametrize("written", [name.strip() for name in _split(DUCKDB.strip().replace("\n", ","))])
def test_duckdb_makes_the_same_type(written: str) -> None:
    connection = duckdb.connect()
    connection.execute(f"CREATE TABLE t (c {written})")
    made = connection.execute("SELECT data_type FROM duckdb_columns() WHERE table_name = 't'").fetchall()
    stored, _ = read("duckdb", written)
    assert [(STORED_BY_DUCKDB.get(stored, stored.upper()),)] == made


@pytest.mark.parametrize(
    ("dialect", "written", "note"),
    [
        ("mysql", "tinyint(1)", "taken for MySQL's BOOL"),
        ("mysql", "time", "838:59:59"),
        ("mysql", "timestamp", "is an instant"),
        ("mysql", "decimal(5,2) unsigned", "UNSIGNED is not checked"),
        ("tsql", "datetime2", "2262-04-11"),
        ("tsql", "time", "holds 6 digits of the second, the declared type 7"),
        ("tsql", "datetimeoffset", "holds 6 digits of the second, the declared type 7"),
        ("oracle", "FLOAT", "float64 keeps 15"),
        ("oracle", "TIMESTAMP(9) WITH TIME ZONE", "the declared type 9"),
        ("postgres", "serial", "no sequence is created"),
    ],
)
def test_what_a_type_leaves_behind_is_noted(dialect: str, written: str, note: str) -> None:
    notes = read_ddl(f"CREATE TABLE t (c {written})", dialect=dialect).notes
    assert len(notes) == 1
    assert notes[0].startswith("t.c: ")
    assert note in notes[0]
