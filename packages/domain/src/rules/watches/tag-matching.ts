import type { RuleCondition } from '@sightline/contracts/alert-rules/rule-conditions';
import { reasonOf, type WatchReason } from './watched-rule.ts';

/** Something that was posted, with its fields. */
interface PostedTag {
  tag: string;
  fields: Readonly<Record<string, string | number | boolean>>;
}

type TagCondition = Extract<RuleCondition, { kind: 'eventTag' }>;
type Wanted = TagCondition['fields'][number];
type Value = string | number | boolean | undefined;

const plain = (text: string): string => text.trim().toLocaleLowerCase('en');

const comparisons: Record<Wanted['compare'], (value: Value, wanted: Wanted['value']) => boolean> = {
  is: (value, wanted) => value === wanted,
  isNot: (value, wanted) => value !== wanted,
  atLeast: (value, wanted) => typeof value === 'number' && typeof wanted === 'number' && value >= wanted,
  atMost: (value, wanted) => typeof value === 'number' && typeof wanted === 'number' && value <= wanted,
  contains: (value, wanted) =>
    typeof value === 'string' && typeof wanted === 'string' && plain(value).includes(plain(wanted)),
  in: (value, wanted) => Array.isArray(wanted) && wanted.some((one) => one === value),
};

function reasonOfField({ field, value: wanted }: Wanted, value: Value): WatchReason {
  const shown = typeof value === 'number' ? value : String(value ?? '');
  return reasonOf('field', shown, { field, ...(typeof wanted === 'number' ? { limit: wanted } : {}) });
}

/** Why a posted event meets a rule, null when it does not. A field that it does not have is like nothing, and neither above nor below anything. */
export function tagMatch({ tag, fields }: TagCondition, posted: PostedTag): WatchReason[] | null {
  if (plain(tag) !== plain(posted.tag)) return null;
  const valueOf = ({ field }: Wanted): Value =>
    Object.hasOwn(posted.fields, field) ? posted.fields[field] : undefined;
  if (!fields.every((wanted) => comparisons[wanted.compare](valueOf(wanted), wanted.value))) return null;
  return [reasonOf('tag', posted.tag), ...fields.map((wanted) => reasonOfField(wanted, valueOf(wanted)))].slice(0, 20);
}
