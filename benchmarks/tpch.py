"""The tables of TPC-H as SQL types.

Written here a second time, apart from the schema that teraload ships: a benchmark that took its types from
what it measures could not notice that they are wrong. All columns are NOT NULL.
"""

from __future__ import annotations

_KINDS = {"b": "BIGINT", "i": "INTEGER", "m": "DECIMAL(15,2)", "d": "DATE", "v": "VARCHAR"}

_COLUMNS = {
    "region": "r_regionkey i, r_name v, r_comment v",
    "nation": "n_nationkey i, n_name v, n_regionkey i, n_comment v",
    "supplier": "s_suppkey b, s_name v, s_address v, s_nationkey i, s_phone v, s_acctbal m, s_comment v",
    "customer": "c_custkey b, c_name v, c_address v, c_nationkey i, c_phone v, c_acctbal m, c_mktsegment v, "
    "c_comment v",
    "part": "p_partkey b, p_name v, p_mfgr v, p_brand v, p_type v, p_size i, p_container v, p_retailprice m, "
    "p_comment v",
    "partsupp": "ps_partkey b, ps_suppkey b, ps_availqty i, ps_supplycost m, ps_comment v",
    "orders": "o_orderkey b, o_custkey b, o_orderstatus v, o_totalprice m, o_orderdate d, o_orderpriority v, "
    "o_clerk v, o_shippriority i, o_comment v",
    "lineitem": "l_orderkey b, l_partkey b, l_suppkey b, l_linenumber i, l_quantity m, l_extendedprice m, "
    "l_discount m, l_tax m, l_returnflag v, l_linestatus v, l_shipdate d, l_commitdate d, l_receiptdate d, "
    "l_shipinstruct v, l_shipmode v, l_comment v",
}

TABLES: dict[str, dict[str, str]] = {
    table: {name: _KINDS[kind] for name, kind in map(str.split, columns.split(", "))}
    for table, columns in _COLUMNS.items()
}
"""The SQL type of each column of each table."""
