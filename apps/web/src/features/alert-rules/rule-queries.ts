import type { AlertRule, AlertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { call, callKey, callPages, callQuery } from '../../platform/api/client.ts';
import { queryClient } from '../../platform/api/query-client.ts';
import { patchCached } from '../../platform/api/cached-items.ts';

/** What the list of rules is narrowed to, as it stands in the address. */
export interface RuleFilters {
  /** Text of the name. */
  q?: string | undefined;
  kind?: string | undefined;
  /** Id of a camera. */
  camera?: string | undefined;
}

/** Rules by their names, page by page. */
export const rulePages = ({ q, kind, camera }: RuleFilters) =>
  callPages(alertRulesCalls.list, {
    query: {
      limit: 100,
      ...(q === undefined || q.trim() === '' ? {} : { query: q.trim() }),
      ...(kind === undefined ? {} : { kind }),
      ...(camera === undefined ? {} : { cameraId: camera }),
    },
  });

/** One rule with its state at each camera. */
export const ruleById = (id: string) => callQuery(alertRulesCalls.get, { params: { id } });

/** What kept a rule from alerting lately. */
export const nearMissesOf = (id: string) => callQuery(alertRulesCalls.nearMisses, { params: { id } });

/** Cameras whose name holds a text. */
export const camerasForRules = (search: string) =>
  callQuery(camerasCalls.list, { query: { limit: 100, ...(search.trim() === '' ? {} : { search: search.trim() }) } });

/** What people say of a rule. */
export const inputOf = (rule: AlertRule): AlertRuleInput => {
  const { name, condition, isEnabled, severity, cameraIds, edgeIds, scheduleId } = rule;
  const { coolDownS, mergeS, preS, postS, protectDays, notify } = rule;
  const times = { coolDownS, mergeS, preS, postS, protectDays };
  return { name, condition, isEnabled, severity, cameraIds, edgeIds, scheduleId, ...times, notify };
};

/** Writes an answered rule wherever it is shown. */
export const showRule = (rule: AlertRule): void =>
  patchCached<AlertRule>(
    { lists: callKey(alertRulesCalls.list), one: callKey(alertRulesCalls.get), id: rule.id },
    () => rule,
  );

/** Turns a rule on or off. Throws `conflict` when it was changed since it was read. */
export const turnRule = (rule: AlertRule, isEnabled: boolean): Promise<AlertRule> =>
  call(alertRulesCalls.update, {
    params: { id: rule.id },
    body: { ...inputOf(rule), revision: rule.revision, isEnabled },
  });

/** Silences a rule for so many minutes; 0 ends that. */
export const snoozeRule = ({ id }: AlertRule, minutes: number): Promise<AlertRule> =>
  call(alertRulesCalls.snooze, { params: { id }, body: { minutes } });

/** Makes the same rule for other cameras. */
export const copyRule = ({ id }: AlertRule, cameraIds: string[]): Promise<{ items: AlertRule[] }> =>
  call(alertRulesCalls.copy, { params: { id }, body: { cameraIds } });

/** Makes rules of a file, all of them or none. */
export const importRules = (rules: Record<string, unknown>[]): Promise<{ count: number }> =>
  call(alertRulesCalls.import, { body: { rules } });

/** All rules of which the reader sees every camera, by their names. */
export async function wholeRules(): Promise<AlertRule[]> {
  const rules: AlertRule[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Awaited<ReturnType<typeof pageFrom>> = await pageFrom(cursor);
    rules.push(...page.items.filter(({ hiddenTargetCount }) => hiddenTargetCount === 0));
    cursor = page.nextCursor;
  }
  return rules;
}

const pageFrom = (cursor: string) =>
  call(alertRulesCalls.list, { query: { limit: 100, ...(cursor === '' ? {} : { cursor }) } });

export const removeRule = ({ id }: AlertRule): Promise<object> => call(alertRulesCalls.remove, { params: { id } });

/** Reads the list of rules again. */
export const refreshRules = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: callKey(alertRulesCalls.list) });
