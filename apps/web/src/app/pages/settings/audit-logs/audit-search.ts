import { auditRanges, type AuditAddress } from '../../../../features/audit/audit-address.ts';
import { listParameter, oneOf, textParameter } from '../../../../platform/routes/search-parameters.ts';

/** Query of the audit log: its filters, and whether entries or counts by day are shown. */
export const auditSearch = (search: Record<string, unknown>): AuditAddress => ({
  view: oneOf(['days'], search.view),
  events: listParameter(search.events),
  users: listParameter(search.users),
  orgs: listParameter(search.orgs),
  providers: listParameter(search.providers),
  range: oneOf(auditRanges, search.range),
  from: textParameter(search.from),
  to: textParameter(search.to),
});
