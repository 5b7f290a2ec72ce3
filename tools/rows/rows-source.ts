import { format } from 'oxfmt';
import layout from '../config/oxfmt.json' with { type: 'json' };
import { columnTypes, contractTypes } from './column-types.ts';
import type { Column } from './read-columns.ts';

/** What the driver answers for a type of PostgreSQL; `int8` is read as a number by our pool. */
const driverTypes: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
  _float4: 'number[]',
  _int2: 'number[]',
  _int4: 'number[]',
  _text: 'string[]',
  _timestamptz: 'Date[]',
  _uuid: 'string[]',
};

const preamble = `import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';

/** A jsonb column: read as a value, written as text, because the driver would turn arrays into SQL arrays. */
type Json<T> = ColumnType<T, string, string>;
type DefaultedJson<T> = ColumnType<T, string | undefined, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
`;

/** As the plugin of kysely names what it reads: \`last_seen_at\` becomes \`lastSeenAt\`. */
const camelCase = (name: string): string =>
  name.replace(/(?<=[^_])_+([^_])/g, (_, letter: string) => letter.toUpperCase());

/** The texts that a check allows, such as `'open' | 'closed'`; nothing when the check says something else. */
const allowedTexts = ({ checks, name }: Column): string | undefined => {
  const list = new RegExp(`^CHECK \\(\\(${name} = ANY \\(ARRAY\\[([^\\]]+)\\]\\)\\)\\)$`);
  const texts = checks.map((check) => list.exec(check)?.[1]).find((found) => found !== undefined);
  return texts?.replaceAll('::text', '').split(', ').join(' | ');
};

const typeOf = (column: Column): string => {
  const known = columnTypes[`${column.table}.${column.name}`];
  if (known !== undefined) return known;
  const type = driverTypes[column.type];
  if (type === undefined) {
    const message = `${column.table}.${column.name} is of type ${column.type}: say in tools/rows what the driver answers`;
    throw new Error(message);
  }
  return column.type === 'text' ? (allowedTexts(column) ?? type) : type;
};

const declarationOf = (column: Column): string => {
  const type = typeOf(column);
  if (column.type === 'jsonb') {
    const kind = column.isNullable ? 'NullableJson' : column.hasDefault ? 'DefaultedJson' : 'Json';
    return `${kind}<${type}>`;
  }
  const value = column.isNullable ? `${type} | null` : type;
  if (column.isAlwaysGenerated) return `GeneratedAlways<${value}>`;
  return column.hasDefault ? `Generated<${value}>` : value;
};

const interfaceOf = (table: string, columns: readonly Column[]): string => {
  const lines = columns.map((column) => `    ${camelCase(column.name)}: ${declarationOf(column)};`);
  const name = camelCase(table);
  return [`  ${name.includes('.') ? `'${name}'` : name}: {`, ...lines, '  };'].join('\n');
};

const importsOf = (columns: readonly Column[]): string[] => {
  const used = columns.map(typeOf).join(' ');
  const byFile = Map.groupBy(
    Object.keys(contractTypes).filter((name) => new RegExp(`\\b${name}\\b`).test(used)),
    (name) => contractTypes[name],
  );
  return [...byFile].map(
    ([file, names]) => `import type { ${names.sort().join(', ')} } from '@sightline/contracts/${file}';`,
  );
};

/** A type for a column that is no longer there would go unseen. */
const requireColumns = (columns: readonly Column[]): void => {
  const present = new Set(columns.map(({ table, name }) => `${table}.${name}`));
  const gone = Object.keys(columnTypes).filter((name) => !present.has(name));
  if (gone.length > 0)
    throw new Error(`tools/rows/column-types.ts names columns that no table has: ${gone.join(', ')}`);
};

/** The text of `rows.generated.ts`. Throws for a type of PostgreSQL that it does not know, and for a column that is gone. */
export async function rowsSource(columns: readonly Column[]): Promise<string> {
  requireColumns(columns);
  const tables = [...Map.groupBy(columns, ({ table }) => table)];
  const text = [
    '// Written from the migrated database: npx vitest run tools/rows -u',
    ...importsOf(columns),
    preamble,
    '/** Every table, as the numbered migrations leave it. Columns are snake_case in the database. */',
    'export interface Schema {',
    ...tables.map(([table, its]) => interfaceOf(table, its)),
    '}',
    '',
    '/** A whole row of a table as it is read; queries that read fewer columns take theirs with `Pick`. */',
    'export type Row<T extends keyof Schema> = Selectable<Schema[T]>;',
    '',
  ].join('\n');
  const { printWidth, singleQuote } = layout;
  const { code, errors } = await format('rows.generated.ts', text, { printWidth, singleQuote });
  if (errors.length > 0) throw new Error(`the types of rows are no TypeScript: ${JSON.stringify(errors)}`);
  return code;
}
