import type { AlertRule, NearMiss } from '@sightline/contracts/alert-rules/alert-rule';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import { pageRequest } from '../../platform/database/page.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { armingOfRules } from '../armed-alarms/armed-alarms.public.ts';
import { figuresOfRules, nearMissesOfRule } from '../alerts/alerts.public.ts';
import { hiddenFrom } from '../cameras/cameras.public.ts';
import { hidesPlaces } from '../events/events.public.ts';
import { maySeeRule, seenOf, visibleTargets } from './alert-rules.policy.ts';
import { presentRule } from './alert-rules.presenter.ts';
import * as repository from './alert-rules.repository.ts';
import { alertScopesOf } from './rule-audience.ts';
import { emptyGroupsOf } from './rule-lists.ts';
import { targetsOf, type TargetRow } from './rule-targets.repository.ts';
import { peopleOf } from './rule-notify.ts';

/** Alerts of so long are counted. */
const figuresMs = 7 * 86_400_000;

/** What reading rules needs from the rest of the server. */
export interface ReadingDeps {
  database: Database;
  clock: Clock;
}

/** Query of the list of rules. */
export interface RulesQuery {
  limit: number;
  cursor?: string | undefined;
  query?: string | undefined;
  kind?: string | undefined;
  cameraId?: string | undefined;
  locationId?: string | undefined;
}

/** A rule that the actor sees, with what it watches at. */
export interface SeenRule {
  row: repository.RuleRow;
  targets: TargetRow[];
}

/** A page of the rules that the actor sees. */
export const listRules = (
  { database, clock }: ReadingDeps,
  actor: MemberActor,
  query: RulesQuery,
): Promise<Page<AlertRule>> =>
  database.withOrganization(actor.organizationId, async (trx) => {
    const { query: words, kind, cameraId, locationId } = query;
    const filter = { query: words, kind, cameraId, locationId, scopes: visibleTargets(actor) };
    const page = await repository.listRules(trx, actor.organizationId, { ...pageRequest(query), ...filter });
    return { ...page, items: await presentRules(trx, { actor, nowUtcMs: clock() }, page.items) };
  });

/** Rules as they are shown to the actor. */
export async function presentRules(
  trx: Work,
  { actor, nowUtcMs }: { actor: MemberActor; nowUtcMs: number },
  rows: readonly repository.RuleRow[],
): Promise<AlertRule[]> {
  const { organizationId } = actor;
  const ruleIds = rows.map(({ id }) => id);
  const targets = Map.groupBy(await targetsOf(trx, organizationId, ruleIds), ({ ruleId }) => ruleId);
  const since = new Date(nowUtcMs - figuresMs);
  const figures = new Map(
    (
      await figuresOfRules(trx, organizationId, { ruleIds, since, scopes: visibleTargets(actor), grants: actor.grants })
    ).map((one) => [one.ruleId, one]),
  );
  const named = rows.flatMap(({ notify }) => peopleOf(notify));
  const members = await repository.membersAmong(trx, organizationId, named);
  const scopes = await alertScopesOf(trx, organizationId, named);
  const kinds = rows.map(({ id, condition }) => ({ id, kind: condition.kind }));
  const armed = await armingOfRules(trx, organizationId, kinds);
  const emptyGroups = await emptyGroupsOf(
    trx,
    organizationId,
    rows.map(({ condition }) => condition),
  );
  return rows.map((row) => {
    const around = {
      targets: targets.get(row.id) ?? [],
      figures: figures.get(row.id),
      arming: armed.get(row.id) ?? [],
    };
    return presentRule(row, actor, { ...around, members, scopes, emptyGroups, nowUtcMs });
  });
}

/** The rule when the actor sees it; `not_found` otherwise. `isHeld`: nobody else changes it until the transaction ends. */
export async function seenRule(
  trx: Work,
  actor: MemberActor,
  { id: ruleId, isHeld = false }: { id: string; isHeld?: boolean },
): Promise<SeenRule> {
  const { organizationId } = actor;
  const place = { organizationId, ruleId };
  const row = isHeld ? await repository.holdRule(trx, place) : await repository.findRule(trx, place);
  const targets = row ? await targetsOf(trx, organizationId, [ruleId]) : [];
  if (!row || !maySeeRule(actor, targets)) throw new AppError('not_found');
  return { row, targets };
}

/** What kept a rule from alerting, at those of its cameras that the actor may see, and that hide no place from the actor. */
export const nearMisses = ({ database }: ReadingDeps, actor: MemberActor, id: string): Promise<{ items: NearMiss[] }> =>
  database.withOrganization(actor.organizationId, async (trx) => {
    const { row } = await seenRule(trx, actor, { id });
    const hidden = await hiddenFrom(trx, actor);
    // A near miss does not say whom it was about: where a camera hides a place, it may be somebody there.
    const hidesPlace = (cameraId: string | null): boolean => {
      const privacy = cameraId === null ? undefined : hidden.get(cameraId);
      return privacy !== undefined && hidesPlaces(privacy);
    };
    const all = seenOf(actor, await nearMissesOfRule(trx, actor.organizationId, row.id));
    const misses = all.filter(({ cameraId }) => !hidesPlace(cameraId));
    return {
      items: misses.map(({ at, cameraId, cameraName, hindrance, count, why }) => ({
        atUtcMs: at.getTime(),
        cameraId,
        cameraName,
        hindrance,
        count,
        why: [...why],
      })),
    };
  });
