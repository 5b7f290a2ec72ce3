import type { ApiLimit, IntegrationDetails } from '@sightline/contracts/integrations/integration';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes } from '../../platform/database/changes.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import { alarmsCountedSince } from '../dispatch-alarms/dispatch-alarms.public.ts';
import { tellOfIntegrations } from './integration-news.ts';
import { presentLimits } from './integrations.presenter.ts';
import * as repository from './integrations.repository.ts';
import { monthOf } from './quota-months.ts';

/** What quotas need from the rest of the server. */
interface QuotasDeps {
  database: Database;
  changes: Changes;
  clock: Clock;
}

/** How much of its services an organization may use in a month; whoever calls has OrganizationEdit. */
export type QuotasService = ReturnType<typeof createQuotasService>;

/** Keeps quotas and tells what of them was used in this month, UTC. */
export function createQuotasService({ database, changes, clock }: QuotasDeps) {
  const inside = <T>({ organizationId }: MemberActor, work: (trx: Work, id: string) => Promise<T>): Promise<T> =>
    database.withOrganization(organizationId, (trx) => work(trx, organizationId));
  return {
    details: (actor: MemberActor): Promise<IntegrationDetails> => inside(actor, repository.readQuotas),
    saveQuotas: (actor: MemberActor, wanted: Partial<IntegrationDetails>): Promise<IntegrationDetails> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, async (work) => {
        await repository.writeQuotas(work.trx, actor.organizationId, wanted);
        await tellOfIntegrations(work, actor.organizationId, { action: 'integration.quotas', data: wanted });
        return repository.readQuotas(work.trx, actor.organizationId);
      }),
    limits: (actor: MemberActor): Promise<ApiLimit[]> =>
      inside(actor, async (trx, id) =>
        presentLimits(await repository.readQuotas(trx, id), await readUses(trx, id, clock()), monthOf(clock(), 1)),
      ),
    vccLogs: (actor: MemberActor): Promise<{ day: string; count: number }[]> =>
      inside(actor, (trx, organizationId) =>
        repository.usesSince(trx, { organizationId, service: 'vcc', since: monthOf(clock()) }),
      ),
  };
}

/** What was used of each service in the month of an instant. */
export async function readUses(
  trx: Work,
  organizationId: string,
  nowMs: number,
): Promise<Record<ApiLimit['service'], number>> {
  const since = monthOf(nowMs);
  const sumOf = async (service: repository.CountedService): Promise<number> =>
    (await repository.usesSince(trx, { organizationId, service, since })).reduce((sum, { count }) => sum + count, 0);
  return {
    noonlight: await alarmsCountedSince(trx, organizationId, since),
    sightline: await sumOf('sightline'),
    vcc: await sumOf('vcc'),
    vccSpecialFilter: await sumOf('vccSpecialFilter'),
  };
}
