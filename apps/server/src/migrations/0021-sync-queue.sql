-- Operations are sent until the core acknowledges them, with a count and a wait that grows with it.
alter table operations add column published_at timestamptz(3);
alter table operations add column publish_count integer not null default 0;
alter table operations add column next_publish_at timestamptz(3);
-- Taken back before the core had it; `cancels` names it in the operation that does so.
alter table operations add column cancelled_at timestamptz(3);
alter table operations add column cancels bigint;
-- What the entity is at this revision (rows of camera and streams) with its sealed secret, so that the operation after it
-- can be taken back. Emptied when a later one is committed.
alter table operations add column content jsonb;
alter table operations add column sealed bytea;
create index operations_by_entity on operations (organization_id, edge_id, entity_id, sequence);
