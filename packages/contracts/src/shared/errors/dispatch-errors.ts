import { entry, type ErrorEntry } from './error-entry.ts';

/** Alarms for monitoring services. */
export const dispatchErrors = {
  dispatch_not_installed: entry(
    409,
    false,
    'Nobody was dispatched: no monitoring service is installed. Call the emergency services yourself. An administrator can install NoonLight under Integrations.',
  ),
  dispatch_quota_used: entry(
    409,
    false,
    "Nobody was dispatched: this month's quota is used up. Call the emergency services yourself. An administrator can raise the quota under Integrations.",
  ),
  dispatch_incomplete: entry(
    409,
    false,
    'Nobody was dispatched: the monitoring service needs the address of the site (street, city, state, ZIP code) and your telephone number, from your account. Call the emergency services yourself, then add what is missing.',
  ),
  dispatch_active: entry(409, false, 'This site has an active alarm. Cancel it first.'),
  dispatch_canceled: entry(409, false, 'This alarm is canceled already.'),
} as const satisfies Record<string, ErrorEntry>;
