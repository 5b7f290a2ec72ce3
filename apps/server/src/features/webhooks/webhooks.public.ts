import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Work } from '../../platform/database/database.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import type { WebhooksDeps } from './webhooks.service.ts';
export type { WebhooksDeps } from './webhooks.service.ts';
export interface ServiceWebhook { service: 'slack' | 'team3' | 'immix'; webhookId: string; createdAt: Date; createdBy: string; failingSince: Date | null; address: string }
export async function installService(_d: WebhooksDeps, _a: MemberActor, _s: { service: ServiceWebhook['service']; address: string; name: string }): Promise<{ webhookId: string; secret: string }> { throw new Error('not yet'); }
export async function removeService(_d: WebhooksDeps, _a: MemberActor, _s: ServiceWebhook['service']): Promise<void> { throw new Error('not yet'); }
export async function serviceWebhooks(_t: Work, _b: SealedBox, _o: string): Promise<ServiceWebhook[]> { return []; }
