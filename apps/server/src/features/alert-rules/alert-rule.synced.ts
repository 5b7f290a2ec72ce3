import type { RuleCondition } from '@sightline/contracts/alert-rules/rule-conditions';
import { sentCondition } from '@sightline/contracts/alert-rules/sent-condition';
import { syncedKinds, type SyncedContent } from '@sightline/contracts/link/synced-kinds';
import type { Arming } from '@sightline/contracts/armed-alarms/arming';
import type { Work } from '../../platform/database/database.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { ChangeWork } from '../../platform/database/changes.ts';
import { createSharedEntity, followShared, operationsTopic, type SharedEntity } from '../edges/edges.public.ts';
import { armingOfRules } from '../armed-alarms/armed-alarms.public.ts';
import { ruleNames, rulesOfCore, type CoreRuleRow } from './alert-rules.repository.ts';
import { withMembers } from './rule-lists.ts';
import { ruleKind, targetsOf } from './rule-targets.repository.ts';

/** A rule as a core runs it. */
const contentOf = (
  { id: _id, snoozedUntil, condition: _kept, ...rule }: CoreRuleRow,
  condition: RuleCondition,
  arming: Arming[],
): SyncedContent<'alertRule'> => ({
  ...rule,
  condition: sentCondition(condition),
  arming,
  snoozedUntilUtcMs: snoozedUntil?.getTime() ?? null,
});

/** Whoever sees a rule at any of its targets may read its name: all that lies above them stands in one path. */
async function named(
  trx: Work,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, { name: string; path: string[] }>> {
  const targets = Map.groupBy(await targetsOf(trx, organizationId, ids), ({ ruleId }) => ruleId);
  const rules = await ruleNames(trx, organizationId, ids);
  return new Map(
    rules.map(({ id, name }) => [
      id,
      { name, path: [...new Set((targets.get(id) ?? []).flatMap(({ entityPath }) => entityPath))] },
    ]),
  );
}

/** Rules as cores are told of them: those that run there, each with the cameras of that core. */
export const alertRuleEntity: SharedEntity = {
  ...createSharedEntity({
    kind: ruleKind,
    schema: syncedKinds.alertRule,
    sight: 'AlertMonitoring',
    list: async (trx, core, only) => {
      const rows = await rulesOfCore(trx, core, only);
      const rules = rows.map(({ id, condition }) => ({ id, kind: condition.kind }));
      const armed = await armingOfRules(trx, core.organizationId, rules);
      const conditions = await withMembers(
        trx,
        core.organizationId,
        rows.map(({ condition }) => condition),
      );
      return rows.map((row, at) => ({
        id: row.id,
        content: contentOf(row, conditions[at] ?? row.condition, armed.get(row.id) ?? []),
      }));
    },
    named,
  }),
  // Screens learn that the core has it.
  confirm: async (work, _core, { entityId }) => work.announce({ kind: 'alert-rules.changed', ruleId: entityId }),
};

/** Rules of these cores became otherwise, or their cameras did. */
export async function tellCores(
  { bus }: { bus: Bus },
  work: ChangeWork,
  cores: { organizationId: string; edgeIds: readonly string[] },
): Promise<void> {
  const told = await followShared(work.trx, alertRuleEntity, cores);
  work.afterCommit(() => {
    for (const edgeId of told) bus.publish(operationsTopic, { edgeId });
  });
}
