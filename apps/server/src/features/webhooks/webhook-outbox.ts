import { webhookLimits } from '@sightline/contracts/webhooks/webhook-limits';
import { v5 } from 'uuid';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Work } from '../../platform/database/database.ts';
import { jobQueue } from '../../platform/jobs/job-queue.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { OutwardMessage } from '../../platform/outward/outward-message.ts';
import { bodyFor } from './services/service-bodies.ts';
import { dropBeyond, insertDeliveries } from './webhook-deliveries.repository.ts';
import { webhooksFor } from './webhooks.repository.ts';

/** Name space of the ids of messages. */
const messages = 'b0a4c4a6-52ad-5d4a-8d57-0f3a1d1b7a51';
/** So many messages of one webhook are on their way at once: a slow receiver holds no more of the senders than this. */
const lanes = 2;

/** Brings one message to one webhook. How long a failed one waits is said by its sender; this holds for senders that were lost. */
export const webhookJobs = jobQueue({
  name: 'webhook-deliveries',
  data: z.object({ organizationId: z.uuid(), deliveryId: z.uuid() }),
  retries: { limit: 100_000, fromSeconds: 5, toSeconds: 600 },
  isOneByOnePerKey: true,
  isUrgent: true,
  keepsDead: true,
});

interface OutboxDeps {
  jobs: Jobs;
  clock: Clock;
}

/** Messages about one thing are in one lane. */
const laneOf = (webhookId: string, aboutId: string): string =>
  `${webhookId}:${Number.parseInt(aboutId.slice(-4), 16) % lanes}`;

/** Lets messages that wait be brought. `isAgain`: jobs of the ids of these were done before. */
export async function queueDeliveries(
  trx: Work,
  jobs: Jobs,
  {
    organizationId,
    deliveries,
    isAgain = false,
  }: {
    organizationId: string;
    deliveries: readonly { id: string; webhookId: string; aboutId: string }[];
    isAgain?: boolean;
  },
): Promise<void> {
  await jobs.addAll(
    trx,
    webhookJobs,
    deliveries.map(({ id, webhookId, aboutId }) => ({
      ...(isAgain ? {} : { id }),
      data: { organizationId, deliveryId: id },
      key: laneOf(webhookId, aboutId),
      organizationId,
    })),
  );
}

/** Writes messages down for every webhook that wants them, in the transaction of what happened. */
export async function tellWebhooks(
  { trx }: Pick<ChangeWork, 'trx'>,
  { jobs, clock, serverUrl }: OutboxDeps & { serverUrl: () => string },
  { organizationId, messages: told }: { organizationId: string; messages: readonly OutwardMessage[] },
): Promise<void> {
  const wanting = await webhooksFor(trx, organizationId, [...new Set(told.map(({ kind }) => kind))]);
  if (wanting.length === 0) return;
  const at = new Date(clock());
  const added = await insertDeliveries(
    trx,
    organizationId,
    told.flatMap(({ kind, key, aboutId, isUrgent, atUtcMs, path, data }) =>
      wanting
        .filter(({ messageKinds }) => messageKinds.includes(kind))
        .map(({ id: webhookId, service }) => ({
          id: v5([organizationId, webhookId, key].join('\n'), messages),
          webhookId,
          kind,
          aboutId,
          body: bodyFor(service, { kind, atUtcMs, data, url: `${serverUrl()}${path}` }),
          isUrgent,
          state: 'waiting' as const,
          tries: 0,
          attempts: [],
          createdAt: at,
          endedAt: null,
          nextAt: null,
        })),
    ),
  );
  for (const webhookId of new Set(added.map((one) => one.webhookId)))
    await dropBeyond(trx, { organizationId, webhookId }, { most: webhookLimits.waiting, at });
  await queueDeliveries(trx, jobs, { organizationId, deliveries: added });
}
