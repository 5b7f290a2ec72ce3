import type { AlertReason } from '@sightline/contracts/alert-rules/alert-rule';
import { v5 } from 'uuid';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { phaseCodes } from './alert-codes.ts';
import { keepAlerts } from './alert-keeping.ts';
import { askForFootage } from './footage/alert-footage.ts';
import { holdKnown, ruleById } from './alert-writes.repository.ts';

/** Name space of the ids of alerts that the server opens. */
const serverAlerts = '0f5c3c53-0f0e-5a0b-8b8f-6d6e5f1a2f4c';

/** What the server itself has to say of a rule that it judges. */
export interface ServerAlert {
  ruleId: string;
  /** Names the episode within the rule, for instance by what it is about and when it began: said again, it is the same alert. */
  episode: string;
  /** Null for what is of a core and no camera. */
  cameraId: string | null;
  edgeId: string;
  phase: 'opened' | 'updated' | 'closed';
  closeReason: string | null;
  openedAtUtcMs: number;
  /** When it was so. */
  atUtcMs: number;
  /** It was so long before anybody could know: it wakes nobody. */
  isLate?: boolean;
  why: readonly AlertReason[];
  eventIds?: readonly string[];
  count?: number;
}

/**
 * Opens, revises or closes an alert of a rule that the server judges, in the caller's transaction. Said again it changes nothing: what is
 * opened is not opened anew, and what is closed or was never opened is not closed. That the rule is at work there is the caller's business.
 */
export async function tellAlert(
  work: ChangeWork,
  { jobs, hooks, clock }: { jobs: Jobs; hooks: Hooks; clock: () => number },
  { organizationId, said }: { organizationId: string; said: ServerAlert },
): Promise<void> {
  const { ruleId, cameraId, edgeId, phase } = said;
  const id = v5([organizationId, ruleId, said.episode].join('\n'), serverAlerts);
  const known = (await holdKnown(work.trx, organizationId, [id])).get(id);
  const isOver = known !== undefined && phaseCodes.fromCode(known.phase) === 'closed';
  const isSaid = known ? isOver || phase === 'opened' : phase === 'closed';
  if (isSaid) return;
  const change = {
    id,
    ruleId,
    cameraId,
    edgeId,
    sequence: (known?.sequence ?? 0) + 1,
    phase: known ? phase : ('opened' as const),
    closeReason: said.closeReason,
    openedAt: new Date(said.openedAtUtcMs),
    at: new Date(said.atUtcMs),
    receivedAt: new Date(clock()),
    isLate: said.isLate ?? false,
    why: said.why,
    eventIds: said.eventIds ?? [],
    count: said.count ?? 1,
  };
  const rulesOf = async (opened: readonly unknown[]) =>
    opened.length === 0 ? [] : [await ruleById(work.trx, organizationId, ruleId)];
  const [isKept] = await keepAlerts({ jobs, hooks, work, organizationId }, { changes: [change], rulesOf });
  if (isKept === true) await askForFootage(work, jobs, { organizationId, isNew: known === undefined, change });
}
