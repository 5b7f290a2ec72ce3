import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { listText } from '../../../platform/i18n/list-text.ts';
import { formatCount, formatDuration, formatLimit } from '../../../platform/i18n/format-number.ts';
import { allMembers, scheduleNames, unseeingOf } from './builder-queries.ts';
import { summaryKey, whoKey } from './summary-key.ts';
import type { ConditionDraft, RuleValues } from './rule-values.ts';
import { useBuilderWords } from './fields/use-builder-words.ts';
import type { OptionSet } from './fields/kind-fields.ts';

const figures = [
  'count',
  'maxCount',
  'resetHour',
  'minCount',
  'distance',
  'metres',
  'limitKmh',
  'minPeople',
  'minCells',
  'heading',
] as const;

/** Lists whose words the sentence of a kind names. */
const listsOf: Partial<Record<ConditionDraft['kind'], { part: string; set: OptionSet }>> = {
  tampering: { part: 'states', set: 'tampering' },
  fire: { part: 'what', set: 'fire' },
  door: { part: 'states', set: 'door' },
  cameraStatus: { part: 'what', set: 'cameraStatus' },
  coreStatus: { part: 'what', set: 'coreStatus' },
  protectiveGear: { part: 'items', set: 'items' },
};

const someone = (t: TFunction, classes: unknown): string =>
  listText(
    (Array.isArray(classes) ? classes : [classes]).map((one: string) => t(`ruleBuilder.who.${one as 'person'}`)),
    'or',
  );

function where(t: TFunction, { zones }: ConditionDraft): string {
  const count = Array.isArray(zones) ? zones.length : 0;
  return count === 0
    ? t('ruleBuilder.where.whole')
    : t('ruleBuilder.where.zones', { count, shown: formatCount(count) });
}

/** What a kind's sentence can name of a condition, each as it is read. */
function namedIn(t: TFunction, condition: ConditionDraft, option: (set: OptionSet, value: string) => string) {
  const flat = { ...condition, ...(condition['judges'] as object | undefined) } as Record<string, unknown>;
  const times = Object.entries(flat).flatMap(([part, value]) =>
    part.endsWith('S') && typeof value === 'number' ? [[part, formatLimit(value)]] : [],
  );
  const list = listsOf[condition.kind];
  return {
    ...Object.fromEntries(times),
    ...Object.fromEntries(
      figures.flatMap((part) => (typeof flat[part] === 'number' ? [[part, formatCount(flat[part])]] : [])),
    ),
    who: someone(t, flat['classes'] ?? flat['class'] ?? ['person']),
    other: someone(t, flat['otherClasses'] ?? []),
    where: where(t, condition),
    tag: flat['tag'],
    listed:
      list === undefined
        ? ''
        : listText(
            (flat[list.part] as string[]).map((one) => option(list.set, one).toLowerCase()),
            'or',
          ),
    isolated: false,
  };
}

/** Of whom the rule names, who is told, and who sees no alerts where it watches. */
function useAudience({ cameraIds, edgeIds, notify: { userIds, steps = [] } }: RuleValues) {
  const everybody = [...new Set([...userIds, ...steps.flatMap((step) => step.userIds)])];
  const unseeing = useQuery(unseeingOf({ cameraIds, edgeIds, userIds: everybody })).data?.unseeing ?? [];
  return { toldIds: userIds.filter((id) => !unseeing.includes(id)), unseeing };
}

/** What a rule will do, in whole sentences: what it alerts of, when, and who is told. */
export function useRuleSummary(values: RuleValues): string[] {
  const { t } = useTranslation();
  const { option } = useBuilderWords();
  const schedules = useQuery(scheduleNames()).data?.items ?? [];
  const members = useQuery(allMembers()).data?.items ?? [];
  const { condition, scheduleId, notify, coolDownS, isEnabled } = values;
  const { toldIds, unseeing } = useAudience(values);
  const who = whoKey(condition);
  const named = namedIn(t, condition, option);
  const schedule = schedules.find(({ id }) => id === scheduleId)?.name;
  const namesOf = (ids: readonly string[]): string => {
    const names = members.filter(({ id }) => ids.includes(id)).map(({ name, email }) => name || email);
    return names.length === 0 ? formatCount(ids.length) : listText(names, 'and');
  };
  const later = (notify.steps ?? [])
    .map((step) => ({ ...step, userIds: step.userIds.filter((id) => !unseeing.includes(id)) }))
    .filter(({ userIds, afterMinutes }) => userIds.length > 0 && Number.isFinite(afterMinutes))
    .toSorted((one, other) => one.afterMinutes - other.afterMinutes);
  const by = listText(
    notify.channels.map((channel) => t(`ruleBuilder.channelBy.${channel}`)),
    'and',
  );
  return [
    t(`ruleBuilder.says.${summaryKey(condition)}`, named),
    ...(who === null ? [] : [t(`ruleBuilder.says.ofPeople.${who}`)]),
    schedule === undefined ? t('ruleBuilder.says.always') : t('ruleBuilder.says.schedule', { name: schedule }),
    toldIds.length === 0 || notify.channels.length === 0
      ? t('ruleBuilder.says.toldNobody')
      : t('ruleBuilder.says.told', {
          people: namesOf(toldIds),
          by,
          isolated: false,
        }),
    ...(notify.channels.length === 0
      ? []
      : later.map(({ afterMinutes, userIds }) =>
          t('ruleBuilder.says.escalates', { count: afterMinutes, people: namesOf(userIds), isolated: false }),
        )),
    ...(unseeing.length === 0 || notify.channels.length === 0
      ? []
      : [t('ruleBuilder.says.unseeing', { count: unseeing.length, people: namesOf(unseeing), isolated: false })]),
    ...(coolDownS > 0 ? [t('ruleBuilder.says.coolDown', { time: formatDuration(coolDownS * 1000) })] : []),
    ...(isEnabled ? [] : [t('ruleBuilder.says.off')]),
  ];
}
