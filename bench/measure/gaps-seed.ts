import type { connectAsOwner } from './events-seed.ts';

type Owner = Awaited<ReturnType<typeof connectAsOwner>>;

/** Main streams for all cameras of an organization, three days old and recording since; cores that are linked; `gapsEach` gaps of each in the last day. */
export async function seedRecording(owner: Owner, organizationId: string, gapsEach: number): Promise<number> {
  await owner.query(`update cameras set created_at = now() - interval '3 days' where organization_id = $1`, [
    organizationId,
  ]);
  await owner.query(
    `insert into camera_streams (organization_id, id, camera_id, edge_id, kind, url, url_key, transport, driver, state, is_recording,
       state_since, recording_since, reported_at)
     select organization_id, gen_random_uuid(), id, edge_id, 'main', 'rtsp://10.0.0.1/' || id, id::text, 'tcp', 'rtsp', 'online', true,
       now() - interval '3 days', now() - interval '3 days', now() from cameras where organization_id = $1`,
    [organizationId],
  );
  await owner.query(
    `insert into statuses (organization_id, entity_id, kind, state, seen_state)
     select organization_id, id, 'edge', 'online', 'online' from edges where organization_id = $1
     on conflict (organization_id, entity_id) do update set state = 'online'`,
    [organizationId],
  );
  // One in fifty is nobody's fault.
  const { rowCount } = await owner.query(
    `insert into gaps (organization_id, id, camera_id, stream_id, from_at, to_at, cause, received_at)
     select s.organization_id, gen_random_uuid(), s.camera_id, s.id, at, at + length, case when random() < 0.02 then 'not_scheduled' else 'packet_loss' end, at + length
     from camera_streams s, generate_series(1, $2::integer) as n,
       lateral (select now() - random() * interval '23 hours' - interval '10 minutes' + n * interval '0' as at, (1 + random() * 60) * interval '1 second' as length) t
     where s.organization_id = $1`,
    [organizationId, gapsEach],
  );
  await owner.query('analyze');
  return rowCount ?? 0;
}
