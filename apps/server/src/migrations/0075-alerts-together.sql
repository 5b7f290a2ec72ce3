-- Alerts of one place are told together, by the place in which they were when they opened.
alter table alert_deliveries add column location_id uuid;
-- Those that wait have a job each, and are told as what came at the same place since.
update alert_deliveries d set location_id = coalesce(c.location_id, e.location_id)
from alerts a
  left join cameras c on c.organization_id = a.organization_id and c.id = a.camera_id
  join edges e on e.organization_id = a.organization_id and e.id = a.edge_id
where a.organization_id = d.organization_id and a.id = d.alert_id and d.state = 'waiting' and d.step = 'opened';

-- The log of one kind, among millions of others.
create index alerts_by_kind on alerts (organization_id, kind, opened_at, id);
