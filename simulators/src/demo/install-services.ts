import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { integrationsCalls } from '@sightline/contracts/integrations/integrations.api';
import { userDevicesCalls } from '@sightline/contracts/user-devices/user-devices.api';
import type { ApiClient } from './api-client.ts';
import { ApiRefusal } from './api-client.ts';
import { demoToken, type DemoServices } from './demo-services.ts';

const alarmsPerMonth = 20;
/** One of those that nobody has. */
const phone = '+1 555 010 0123';
const simulatedPhone = { deviceUid: 'demo-simulated-phone', name: 'Simulated phone' };

/** What is there already is well. */
async function unlessInstalled(installed: Promise<unknown>): Promise<void> {
  try {
    await installed;
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.code === 'integration_installed')) throw error;
  }
}

/** Gives the demo account a telephone that the monitoring service can call, and installs NoonLight and Slack as they are played here. */
export async function installServices(api: ApiClient, services: DemoServices): Promise<void> {
  const profile = await api.call(accountsCalls.getProfile);
  if (profile.phone === null) await api.call(accountsCalls.updateProfile, { body: { phone } });
  if (services.isNoonLightReached)
    await unlessInstalled(
      api.call(integrationsCalls.installNoonLight, { body: { token: demoToken, quota: alarmsPerMonth } }),
    );
  await unlessInstalled(api.call(integrationsCalls.installSlack, { body: { url: services.slackUrl } }));
  await subscribePhone(api, services);
}

const subscribePhone = async (api: ApiClient, services: DemoServices): Promise<void> =>
  void (await api.call(userDevicesCalls.register, { body: { ...simulatedPhone, subscription: services.subscribe() } }));

/** The simulated phone is another one after each start: it is subscribed anew, unless somebody removed it. */
export async function renewPhone(api: ApiClient, services: DemoServices): Promise<void> {
  const { items } = await api.call(userDevicesCalls.list);
  if (items.some(({ deviceUid }) => deviceUid === simulatedPhone.deviceUid)) await subscribePhone(api, services);
}
