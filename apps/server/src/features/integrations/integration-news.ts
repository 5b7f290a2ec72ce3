import type { ChangeWork } from '../../platform/database/changes.ts';

/** The audit and open screens hear what changed. Never with a token or an address. */
export async function tellOfIntegrations(
  work: ChangeWork,
  organizationId: string,
  { action, data }: { action: 'integration.install' | 'integration.uninstall' | 'integration.quotas'; data: object },
): Promise<void> {
  await work.audit({ action, entityKind: 'organization', entityId: organizationId, data: { ...data } });
  await work.announce({ kind: 'integrations.changed' });
}
