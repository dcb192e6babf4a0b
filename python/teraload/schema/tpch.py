"""The eight tables of TPC-H, as its specification (clause 1.4) and DuckDB's dbgen have them.

Written as data, not as DDL, so that the shipped schema loads in a millisecond and without an SQL parser. Keys
that pass 32 bits at a large scale factor are int64, every other integer is int32 (DuckDB's dbgen makes
l_linenumber and ps_availqty BIGINT; the specification asks for no more than 7 and 9999 of them).
"""

from __future__ import annotations

from teraload.schema.table import Column, Schema, Table
from teraload.schema.types import DATE, INT32, INT64, ColumnType, decimal, text

_MONEY = decimal(15, 2)


def _table(name: str, **columns: ColumnType) -> Table:
    return Table(name, tuple(Column(column, kind, nullable=False) for column, kind in columns.items()))


_TABLES = (
    _table("region", r_regionkey=INT32, r_name=text(25), r_comment=text(152)),
    _table("nation", n_nationkey=INT32, n_name=text(25), n_regionkey=INT32, n_comment=text(152)),
    _table(
        "supplier",
        s_suppkey=INT64,
        s_name=text(25),
        s_address=text(40),
        s_nationkey=INT32,
        s_phone=text(15),
        s_acctbal=_MONEY,
        s_comment=text(101),
    ),
    _table(
        "customer",
        c_custkey=INT64,
        c_name=text(25),
        c_address=text(40),
        c_nationkey=INT32,
        c_phone=text(15),
        c_acctbal=_MONEY,
        c_mktsegment=text(10),
        c_comment=text(117),
    ),
    _table(
        "part",
        p_partkey=INT64,
        p_name=text(55),
        p_mfgr=text(25),
        p_brand=text(10),
        p_type=text(25),
        p_size=INT32,
        p_container=text(10),
        p_retailprice=_MONEY,
        p_comment=text(23),
    ),
    _table(
        "partsupp",
        ps_partkey=INT64,
        ps_suppkey=INT64,
        ps_availqty=INT32,
        ps_supplycost=_MONEY,
        ps_comment=text(199),
    ),
    _table(
        "orders",
        o_orderkey=INT64,
        o_custkey=INT64,
        o_orderstatus=text(1),
        o_totalprice=_MONEY,
        o_orderdate=DATE,
        o_orderpriority=text(15),
        o_clerk=text(15),
        o_shippriority=INT32,
        o_comment=text(79),
    ),
    _table(
        "lineitem",
        l_orderkey=INT64,
        l_partkey=INT64,
        l_suppkey=INT64,
        l_linenumber=INT32,
        l_quantity=_MONEY,
        l_extendedprice=_MONEY,
        l_discount=_MONEY,
        l_tax=_MONEY,
        l_returnflag=text(1),
        l_linestatus=text(1),
        l_shipdate=DATE,
        l_commitdate=DATE,
        l_receiptdate=DATE,
        l_shipinstruct=text(25),
        l_shipmode=text(10),
        l_comment=text(44),
    ),
)

TPCH = Schema({table.name: table for table in _TABLES}, trailing_delimiter=True, delimiter="|")
