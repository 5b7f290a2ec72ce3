import { entry, type ErrorEntry } from './error-entry.ts';

/** Requests as such, and who asks. */
export const signInErrors = {
  // requests
  bad_request: entry(400, false, 'The request was not understood. Check the values and send it again.'),
  validation_failed: entry(400, false, 'Some values are missing or wrong. Correct the marked fields.'),
  payload_too_large: entry(413, false, 'That is larger than allowed. Send less at once.'),
  unauthenticated: entry(401, false, 'You are signed out. Sign in to continue.'),
  forbidden: entry(403, false, 'You may not do this. Ask an administrator of your organization for the permission.'),
  not_found: entry(404, false, 'This does not exist, or you may not see it.'),
  conflict: entry(409, false, 'Somebody changed this meanwhile. Reload and try again.'),
  rate_limited: entry(429, true, 'Too many attempts. Wait a minute and try again.'),
  internal: entry(
    500,
    true,
    'Something failed on the server. Try again; if it stays, give the request id to your administrator.',
  ),
  unavailable: entry(503, true, 'The server is starting or its database is away. It retries by itself.'),
  // sessions
  sign_in_refused: entry(401, false, 'E-mail or password is wrong. Check both and try again.'),
  refresh_reused: entry(401, false, 'This session was used from elsewhere and has been ended. Sign in again.'),
  refresh_race: entry(409, true, 'Another tab renewed the session just now. It continues by itself.'),
  setup_already_done: entry(409, false, 'The first account exists already. Sign in instead.'),
  email_taken: entry(409, false, 'An account with this e-mail exists already. Sign in, or use another address.'),
  password_too_weak: entry(400, false, 'Use at least 10 characters for the password.'),
  password_too_easy: entry(
    400,
    false,
    'This password is easy to guess. Use several words that don’t belong together, without your e-mail address, years or rows of keys.',
  ),
  no_organization: entry(409, false, 'You are in no organization yet. Create one first.'),
  login_required: entry(401, false, 'Login is required'),
  mfa_required: entry(403, false, 'Enter the code of your authenticator application, or a backup code.'),
  mfa_code_wrong: entry(403, false, 'This code is wrong or was used already. Wait for the next one and try again.'),
  mfa_challenge_ended: entry(403, false, 'This sign-in took too long or had too many wrong codes. Sign in again.'),
  mfa_demanded: entry(
    403,
    false,
    'This organization demands a second factor. Add an authenticator application to your account first.',
  ),
  mfa_own_first: entry(
    409,
    false,
    'Add a second factor to your own account first; without it you would lock yourself out.',
  ),
  email_unverified: entry(403, false, 'Email verification required'),
  account_locked: entry(
    423,
    true,
    'Too many wrong passwords. This account is locked for a while; wait, or reset the password by mail.',
  ),
  password_wrong: entry(403, false, 'The password is wrong. Type your current password.'),
  sign_up_closed: entry(403, false, 'New accounts are made by invitation here. Ask an administrator to invite you.'),
  sign_in_method_refused: entry(
    403,
    false,
    'This organization does not allow this way of signing in. Use the one it offers.',
  ),
  link_invalid: entry(400, false, 'This link is wrong, used or expired. Ask for a new one.'),
  last_identity: entry(409, false, 'This is the last way to sign in to your account. Add another one first.'),
  provider_unreachable: entry(502, true, 'The sign-in provider does not answer. Try again, or sign in another way.'),
  provider_sign_in_failed: entry(
    403,
    false,
    'The sign-in at the provider was not accepted. Start it again from the sign-in page.',
  ),
  provider_account_unknown: entry(
    403,
    false,
    'Nobody with this address is a member here. Ask an administrator to invite you.',
  ),
  provider_link_needed: entry(
    403,
    false,
    'An account with this address exists already. Sign in to it first: accept your invitation there, or link this provider on your account page.',
  ),
  identity_taken: entry(
    409,
    false,
    'This sign-in at the provider is linked to somebody else here. Unlink it there first.',
  ),
  firewall_refused: entry(
    403,
    false,
    'Your network may not sign in to this organization. Ask an administrator, or use an allowed network.',
  ),
  firewall_locks_out: entry(
    409,
    false,
    'These networks do not include your own address, so you would lock yourself out. Add it first.',
  ),
  api_key_scope: entry(403, false, 'This API key was not made for this. Make one with the needed permission.'),
  expiry_past: entry(400, false, 'The end lies in the past. Choose a later time.'),
  too_many: entry(409, false, 'There are as many of these as allowed. Remove one first.'),
  address_refused: entry(400, false, 'The server may not call this address. Ask who runs the server to allow it.'),
  certificate_invalid: entry(400, false, 'This is no valid X.509 certificate. Paste it as the provider shows it.'),
  push_failed: entry(
    502,
    true,
    'The push service of this browser refused the message. Switch notifications off and on again in this browser.',
  ),
  mail_failed: entry(
    502,
    true,
    'The mail server did not take the mail. It is sent again by itself; check the mail settings of the server.',
  ),
} as const satisfies Record<string, ErrorEntry>;
