import webPush from 'web-push';
import type { Database } from '../database/database.ts';
import type { SealedBox } from '../secrets/sealed-box.ts';
import { readOrMakeServerKey } from './server-keys.ts';

/** Key pair of this installation for push services, base64url; browsers are given the public one. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** Made at the first start; kept for good, because subscriptions belong to it. */
export async function readOrMakeVapidKeys(place: { database: Database; box: SealedBox }): Promise<VapidKeys> {
  return JSON.parse(
    await readOrMakeServerKey(place, 'vapid', async () => JSON.stringify(webPush.generateVAPIDKeys())),
  ) as VapidKeys;
}
