-- Slack, Team3 and Immix are told what happens as webhooks are, each in its own way; an organization has each of them once.
alter table webhooks
  add column service text not null default 'webhook' check (service in ('webhook', 'slack', 'team3', 'immix'));
create unique index webhooks_service on webhooks (organization_id, service) where service <> 'webhook';
-- A name is taken among those that people name.
drop index webhooks_name;
create unique index webhooks_name on webhooks (organization_id, lower(name)) where service = 'webhook';
