import { entry, type ErrorEntry } from './error-entry.ts';

/** Services that an organization installs. */
export const integrationErrors = {
  integration_installed: entry(
    409,
    false,
    "This integration is already installed. Uninstall it first to change how it's reached.",
  ),
  integration_key_refused: entry(
    409,
    false,
    "Error: Invalid API Key. Copy the key from the service again and check that it hasn't been revoked.",
  ),
  integration_unreachable: entry(
    409,
    true,
    "The service didn't accept a first message, so it wasn't installed. Check what you entered and that this server can reach the address, then try again.",
  ),
  integration_quota_used: entry(
    429,
    false,
    "This month's quota of the Sightline API is used up. An administrator can raise it under Integrations.",
  ),
  integration_not_installed: entry(404, false, "This integration isn't installed."),
  immix_install_failed: entry(409, true, 'Failed to install Immix'),
} as const satisfies Record<string, ErrorEntry>;
