"""Scripts as the databases' own tools write them are read whole, and the notes tell what is left behind."""

import pytest

from teraload.schema.ddl import read_ddl

PG_DUMP = r"""
\restrict aBc'
SET statement_timeout = 0;
SELECT pg_catalog.set_config('search_path', '', false);
CREATE FUNCTION public.f() RETURNS trigger LANGUAGE plpgsql
    AS $$BEGIN CREATE TABLE no (a int); END;$$;
CREATE TABLE public.orders (
    id bigint NOT NULL,
    "Note" character varying(20) DEFAULT 'it''s; ('::character varying, -- a comment, with a (
    price numeric(10,2) DEFAULT NULL::numeric,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT positive CHECK ((price > (0)::numeric))
)
PARTITION BY RANGE (at);
ALTER TABLE public.orders OWNER TO shop;
ALTER TABLE public.orders ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (START WITH 1);
CREATE TABLE public.orders_2024 PARTITION OF public.orders FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
COPY public.orders (id, "Note") FROM stdin;
1	don't `go` [here]; CREATE TABLE x (
\.
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX i ON public.orders USING btree (at);
CREATE INDEX j ON public.orders USING btree (price);
\unrestrict aBc
"""
SSMS = """
USE [Shop]
GO
/****** Object:  Table [dbo].[Orders] ******/
SET ANSI_NULLS ON
GO
CREATE TABLE [dbo].[Orders](
	[OrderID] [int] IDENTITY(1,1) NOT NULL,
	[Order Date] [datetime2](3) NULL CONSTRAINT [df] DEFAULT (getdate()),
	[a]]b] [decimal](18, 2) NOT NULL,
 CONSTRAINT [PK] PRIMARY KEY CLUSTERED ([OrderID] ASC) WITH (PAD_INDEX = OFF) ON [PRIMARY]
) ON [PRIMARY]
GO
CREATE PROCEDURE dbo.p AS BEGIN SET NOCOUNT ON; CREATE TABLE #no (a int); END
GO
SET QUOTED_IDENTIFIER ON
CREATE TABLE dbo.Flags (flag bit NOT NULL)
ALTER TABLE [dbo].[Orders]  WITH CHECK ADD  CONSTRAINT [FK] FOREIGN KEY([OrderID]) REFERENCES [x] ([y])
EXEC sys.sp_addextendedproperty @name=N'MS_Description', @value=N'GO'
GO
"""
MYSQLDUMP = """
/*!40101 SET NAMES utf8 */;
DROP TABLE IF EXISTS `orders`;
CREATE TABLE /*!32312 IF NOT EXISTS*/ `orders` (
  `id` int(10) unsigned NOT NULL AUTO_INCREMENT,
  `key` varchar(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL COMMENT 'it\\'s, (really)',
  `at` datetime NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP, # the last
  `sum` decimal(10,2) GENERATED ALWAYS AS (`id` * 2) STORED,
  PRIMARY KEY (`id`),
  UNIQUE KEY `u` (`key`(10)),
  KEY `k` (`at`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8;
LOCK TABLES `orders` WRITE;
INSERT INTO `orders` VALUES (1,'a;b'),(2,'CREATE TABLE no (');
INSERT INTO `orders` VALUES (3,'c');
DELIMITER ;;
CREATE TRIGGER t BEFORE INSERT ON orders FOR EACH ROW BEGIN SET @a = 1; END ;;
DELIMITER ;
ALTER TABLE `orders` MODIFY `id` int(10) unsigned NOT NULL AUTO_INCREMENT;
"""
ORACLE = """
REM INSERTING into it's
--------------------------------------------------------
--  DDL for Table ORDERS
CREATE TABLE "SHOP"."ORDERS"
   (	"ID" NUMBER(10,0) NOT NULL ENABLE,
	"AT" DATE DEFAULT sysdate,
	"CODE" VARCHAR2(20 BYTE) DEFAULT ON NULL 'x',
	CONSTRAINT "PK" PRIMARY KEY ("ID") USING INDEX PCTFREE 10 TABLESPACE "USERS"  ENABLE
   ) SEGMENT CREATION IMMEDIATE STORAGE(INITIAL 65536) ;
  ALTER TABLE "SHOP"."ORDERS" MODIFY ("AT" NOT NULL ENABLE);
CREATE OR REPLACE EDITIONABLE TRIGGER "SHOP"."T" BEFORE INSERT ON orders BEGIN
  EXECUTE IMMEDIATE 'x'; CREATE TABLE no (a int);
END;
/
COMMENT ON TABLE "SHOP"."ORDERS" IS 'orders';
"""
SCRIPTS = {
    "postgres": (PG_DUMP, "orders: id int64!, Note text, price decimal(10,2), at timestamptz(us)!"),
    "tsql": (
        SSMS,
        "Orders: OrderID int32!, Order Date timestamp(ms), a]b decimal(18,2)!; Flags: flag bool!",
    ),
    "mysql": (MYSQLDUMP, "orders: id uint32!, key text, at timestamp(s)!, sum decimal(10,2)"),
    "oracle": (ORACLE, "ORDERS: ID decimal(10,0)!, AT timestamp(s), CODE text"),
}
NOTES = {
    "postgres": """
        read as PostgreSQL: the script has COPY ... FROM stdin
        orders.Note: DEFAULT 'it''s; ('::character varying is not created
        orders.price: DEFAULT NULL::numeric is not created
        orders.at: DEFAULT now() is not created
        orders: CHECK ((price > (0)::numeric)) is not created
        orders: PARTITION BY RANGE (at) is not carried over
        orders: ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (START WITH 1) is not applied
        orders_2024: not read, PARTITION OF public.orders FOR VALUES FROM ('2024-01-01') TO ('2025-01-01') stands where its columns belong
        orders: ADD CONSTRAINT orders_pkey PRIMARY KEY (id) is not applied
        not read: SET (line 3), SELECT (line 4), CREATE FUNCTION (line 5), ALTER TABLE (line 15), COPY (line 18), CREATE INDEX (line 23 and 1 more)
    """,  # noqa: E501
    "tsql": """
        read as T-SQL: the script has names in [brackets]
        Orders.OrderID: IDENTITY(1,1) is not carried over, its values are read from the file
        Orders.Order Date: DEFAULT (getdate()) is not created
        Orders: PRIMARY KEY CLUSTERED ([OrderID] ASC) WITH (PAD_INDEX = OFF) ON [PRIMARY] is not created
        Orders: ON [PRIMARY] is not carried over
        Orders: WITH CHECK ADD CONSTRAINT [FK] FOREIGN KEY([OrderID]) REFERENCES [x] ([y]) is not applied
        not read: USE (line 2), SET (line 5 and 1 more), CREATE PROCEDURE (line 14), EXEC (line 19)
    """,
    "mysql": """
        read as MySQL: the script has names in `backticks`
        line 16: what stands between DELIMITER commands is not created
        orders.id: AUTO_INCREMENT is not carried over, its values are read from the file
        orders.key: CHARACTER SET utf8mb4 is not created
        orders.key: COLLATE utf8mb4_bin is not created
        orders.key: COMMENT 'it\\'s, (really)' is not created
        orders.at: DEFAULT CURRENT_TIMESTAMP is not created
        orders.at: ON UPDATE CURRENT_TIMESTAMP is not created
        orders.sum: GENERATED ALWAYS AS (`id` * 2) STORED is not carried over, its values are read from the file
        orders: PRIMARY KEY (`id`) is not created
        orders: UNIQUE KEY `u` (`key`(10)) is not created
        orders: KEY `k` (`at`) is not created
        orders: ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8 is not carried over
        orders: MODIFY `id` int(10) unsigned NOT NULL AUTO_INCREMENT is not applied
        not read: DROP TABLE (line 3), LOCK TABLES (line 13), INSERT INTO (line 14 and 1 more)
    """,
    "oracle": """
        read as Oracle: the script has VARCHAR2
        ORDERS.AT: DEFAULT sysdate is not created
        ORDERS.CODE: DEFAULT ON NULL 'x' is not created
        ORDERS: PRIMARY KEY ("ID") USING INDEX PCTFREE 10 TABLESPACE "USERS" ENABLE is not created
        ORDERS: SEGMENT CREATION IMMEDIATE STORAGE(INITIAL 65536) is not carried over
        ORDERS: MODIFY ("AT" NOT NULL ENABLE) is not applied
        not read: CREATE TRIGGER (line 12), COMMENT ON (line 16)
    """,
}


@pytest.mark.parametrize("dialect", SCRIPTS)
def test_a_tools_script_is_read_and_recognized(dialect: str) -> None:
    script, tables = SCRIPTS[dialect]
    schema = read_ddl(script)
    found = {
        name: ", ".join(f"{c.name} {c.type}{'' if c.nullable else '!'}" for c in table.columns)
        for name, table in schema.tables.items()
    }
    assert "; ".join(f"{name}: {columns}" for name, columns in found.items()) == tables
    assert list(schema.notes) == [line.strip() for line in NOTES[dialect].strip().splitlines()]
    assert read_ddl(script, dialect=dialect).tables == schema.tables
