import { dispatchAlarmStatus } from '@sightline/contracts/dispatch-alarms/dispatch-alarm-status';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';

const { active } = dispatchAlarmStatus;
const listedAtMost = 20;

/** An alarm of which the monitoring service does not know what people think it knows. */
export interface FailedDispatch extends Pick<Row<'dispatchAlarms'>, 'id' | 'number'> {
  locationName: string;
  timeZone: string;
  problem: 'notSent' | 'unsure' | 'notCanceled';
  at: Date;
}

/** Active alarms that were given up, and those of whose end the service was not told since then; the newest first. */
export async function failedDispatches(
  trx: Work,
  { organizationId, scope, since }: { organizationId: string; scope: Scope; since: Date },
): Promise<FailedDispatch[]> {
  const { rows } = await sql<FailedDispatch>`
    select d.id, d.number, l.name as location_name, l.time_zone,
      case when d.status <> ${active} then 'notCanceled' when d.uncertain_tries > 0 then 'unsure' else 'notSent' end as problem,
      coalesce(d.canceled_at, d.settled_at, d.dispatched_at) as at
    from dispatch_alarms d join locations l on l.organization_id = d.organization_id and l.id = d.location_id
    where d.organization_id = ${organizationId}::uuid and d.deleted_at is null
      and ((d.status = ${active} and d.delivery = 'refused') or (d.cancellation = 'refused' and d.canceled_at > ${since}))
      and ${insideScope(scope, { organizationId, location: sql`d.location_id` })}
    order by at desc, d.id limit ${listedAtMost}`.execute(trx);
  return rows;
}
