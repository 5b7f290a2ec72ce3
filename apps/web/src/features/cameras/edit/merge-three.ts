import { isSame } from './is-same.ts';

/** One value as it was, as it was typed here, and as somebody else saved it. */
interface Three {
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

/** What came out, and the places (dotted) where both had changed it differently: there `mine` stands. */
interface Merged {
  value: unknown;
  both: string[];
}

type Fields = Record<string, unknown>;
type Item = Fields & { id: string };

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isItems = (value: unknown): value is Item[] =>
  Array.isArray(value) && value.every((item) => isFields(item) && typeof item['id'] === 'string');

function mergeFields(
  base: Fields,
  mine: Fields,
  merge: (key: string, values: Omit<Three, 'theirs'>) => Merged,
): Merged {
  const parts = Object.keys(mine).map((key) => [key, merge(key, { base: base[key], mine: mine[key] })] as const);
  return {
    value: Object.fromEntries(parts.map(([key, { value }]) => [key, value])),
    both: parts.flatMap(([, { both }]) => both),
  };
}

/** Lists whose items have ids: what either added is there, what either took away is not, unless the other had changed it. */
function mergeItems(lists: Record<keyof Three, Item[]>, merge: (three: Three) => Merged): Merged {
  const of = (list: Item[], id: string): Item | undefined => list.find((item) => item.id === id);
  const ids = new Set([...lists.theirs, ...lists.mine].map(({ id }) => id));
  const items = [...ids].map((id) =>
    merge({ base: of(lists.base, id), mine: of(lists.mine, id), theirs: of(lists.theirs, id) }),
  );
  return {
    value: items.map(({ value }) => value).filter((value) => value !== undefined),
    both: items.flatMap(({ both }) => both),
  };
}

/**
 * Brings two changes of one value together, field by field. `wholes`: dotted places whose fields mean something only
 * together, such as an account and its password; they are one field.
 */
export function mergeThree({ base, mine, theirs }: Three, wholes: ReadonlySet<string>, at = ''): Merged {
  if (isSame(mine, theirs) || isSame(base, mine)) return { value: theirs, both: [] };
  if (isSame(base, theirs)) return { value: mine, both: [] };
  if (!wholes.has(at) && isFields(base) && isFields(mine) && isFields(theirs)) {
    const below = (key: string): string => (at === '' ? key : `${at}.${key}`);
    return mergeFields(base, mine, (key, values) => mergeThree({ ...values, theirs: theirs[key] }, wholes, below(key)));
  }
  if (isItems(base) && isItems(mine) && isItems(theirs)) {
    const { value, both } = mergeItems({ base, mine, theirs }, (three) => mergeThree(three, wholes, at));
    return { value, both: both.length === 0 ? [] : [at] };
  }
  // What one took away and the other changed stays.
  return { value: mine === undefined ? theirs : mine, both: [at] };
}
