import type { RuleCondition } from '@sightline/contracts/alert-rules/rule-conditions';
import type { EventTagFieldType } from '@sightline/contracts/event-tags/event-tag';
import { AppError } from '@sightline/contracts/shared/errors';
import type { RuleFault } from '@sightline/domain/rules/rule-faults';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Work } from '../../platform/database/database.ts';
import { fieldsOfTag } from '../event-tags/event-tags.public.ts';

type TagCondition = Extract<RuleCondition, { kind: 'eventTag' }>;

const heldBy: Record<EventTagFieldType, string> = {
  Text: 'string',
  Boolean: 'boolean',
  Number: 'number',
  Decimal: 'number',
};

/** What a comparison can be made with at all: anything that is no such value it never meets. */
function canMeet({ compare, value }: TagCondition['fields'][number], type: EventTagFieldType): boolean {
  const held = heldBy[type];
  if ((compare === 'atLeast' || compare === 'atMost') && held !== 'number') return false;
  if (compare === 'contains' && held !== 'string') return false;
  return (Array.isArray(value) ? value : [value]).every((one) => typeof one === held);
}

function faultOf(
  tag: ReadonlyMap<string, EventTagFieldType>,
  wanted: TagCondition['fields'][number],
): RuleFault | null {
  const type = tag.get(wanted.field);
  if (type === undefined) return 'noField';
  return canMeet(wanted, type) ? null : 'fieldValue';
}

/**
 * Fields that a rule asks about are those of its event tag, and hold what is compared: it would never alert otherwise. What no tag of the
 * organization is called is compared as it is posted. Throws `alert_rule_invalid`.
 */
export async function requireTagFields(
  trx: Work,
  { organizationId }: MemberActor,
  condition: RuleCondition,
): Promise<void> {
  if (condition.kind !== 'eventTag' || condition.fields.length === 0) return;
  const named = await fieldsOfTag(trx, organizationId, condition.tag);
  if (named === null) return;
  const tag = new Map(named.map(({ name, type }) => [name, type]));
  const faults = [...new Set(condition.fields.map((wanted) => faultOf(tag, wanted)).filter((fault) => fault !== null))];
  if (faults.length > 0) throw new AppError('alert_rule_invalid', { faults });
}
