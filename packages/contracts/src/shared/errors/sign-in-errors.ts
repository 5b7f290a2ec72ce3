import { entry, type ErrorEntry } from './error-entry.ts';

/** Requests as such, and who asks. */
export const signInErrors = {
  // requests
  bad_request: entry(400, false, "The request couldn't be read. Check the values and send it again."),
  validation_failed: entry(400, false, 'Some values are missing or wrong. Correct the marked fields.'),
  payload_too_large: entry(413, false, 'The request is larger than allowed. Send less at once.'),
  unauthenticated: entry(401, false, 'You are signed out. Sign in to continue.'),
  forbidden: entry(403, false, "You don't have permission to do this. Ask an administrator of your organization."),
  not_found: entry(404, false, "This doesn't exist, or you don't have permission to see it."),
  conflict: entry(409, false, 'Someone else changed this in the meantime. Reload and try again.'),
  rate_limited: entry(429, true, 'Too many attempts. Wait a minute and try again.'),
  internal: entry(
    500,
    true,
    'Something failed on the server. Try again. If it keeps failing, give the request id to your administrator.',
  ),
  unavailable: entry(503, true, "The server is starting or can't reach its database. Try again in a moment."),
  // sessions
  sign_in_refused: entry(401, false, 'Wrong e-mail or password. Check both and try again.'),
  refresh_reused: entry(401, false, 'This session was used from somewhere else, so it was ended. Sign in again.'),
  refresh_race: entry(409, true, 'Another tab just renewed this session. You can keep working.'),
  setup_already_done: entry(409, false, 'The first account already exists. Sign in instead.'),
  email_taken: entry(409, false, 'An account with this e-mail already exists. Sign in, or use another address.'),
  password_too_weak: entry(400, false, 'Use at least 10 characters for the password.'),
  password_too_easy: entry(
    400,
    false,
    "This password is easy to guess. Use several words that don't belong together, without your e-mail address, years or rows of keys.",
  ),
  no_organization: entry(409, false, "You don't belong to an organization yet. Create one first."),
  login_required: entry(401, false, 'Login is required'),
  mfa_required: entry(403, false, 'Enter the code from your authenticator app, or a backup code.'),
  mfa_code_wrong: entry(403, false, 'This code is wrong or already used. Wait for the next one and try again.'),
  mfa_challenge_ended: entry(403, false, 'This sign-in took too long or had too many wrong codes. Sign in again.'),
  passkey_unavailable: entry(
    409,
    false,
    'Passkeys need an address with a name and HTTPS. Open Sightline at such an address, or sign in with your password.',
  ),
  passkey_refused: entry(403, false, "This passkey wasn't accepted. Try again, or sign in another way."),
  mfa_demanded: entry(
    403,
    false,
    'This organization requires two-step verification. Add an authenticator app to your account first.',
  ),
  mfa_own_first: entry(
    409,
    false,
    "Add two-step verification to your own account first. Without it you'd lock yourself out.",
  ),
  email_unverified: entry(403, false, 'Email verification required'),
  account_locked: entry(
    423,
    true,
    'Too many wrong passwords. This account is locked for a while. Wait, or reset the password by e-mail.',
  ),
  password_wrong: entry(403, false, 'Wrong password. Enter your current password.'),
  sign_up_closed: entry(403, false, 'New accounts are created by invitation only. Ask an administrator to invite you.'),
  sign_in_method_refused: entry(
    403,
    false,
    "This organization doesn't allow this way of signing in. Use one that it offers.",
  ),
  link_invalid: entry(400, false, 'This link is wrong, used or expired. Ask for a new one.'),
  last_identity: entry(409, false, 'This is the last way to sign in to your account. Add another one first.'),
  provider_unreachable: entry(502, true, 'No answer from the sign-in provider. Try again, or sign in another way.'),
  provider_sign_in_failed: entry(
    403,
    false,
    "The provider's sign-in wasn't accepted. Start again from the sign-in page.",
  ),
  provider_account_unknown: entry(403, false, 'No member has this address. Ask an administrator to invite you.'),
  provider_link_needed: entry(
    403,
    false,
    'An account with this address already exists. Sign in to it first, then accept your invitation there, or link this provider on your account page.',
  ),
  identity_taken: entry(409, false, 'This provider account is already linked to another user. Unlink it there first.'),
  firewall_refused: entry(
    403,
    false,
    "Signing in to this organization isn't allowed from your network. Ask an administrator, or use an allowed network.",
  ),
  firewall_locks_out: entry(
    409,
    false,
    "These networks don't include your own address, so you'll lock yourself out. Add it first.",
  ),
  api_key_scope: entry(403, false, "This API key doesn't have the permission for this. Create one that does."),
  expiry_past: entry(400, false, 'The end is in the past. Choose a later time.'),
  too_many: entry(409, false, 'The maximum number is reached. Remove one first.'),
  address_refused: entry(
    400,
    false,
    "The server isn't allowed to call this address. Ask whoever runs the server to allow it.",
  ),
  certificate_invalid: entry(
    400,
    false,
    "This isn't a valid X.509 certificate. Paste it exactly as the provider shows it.",
  ),
  push_failed: entry(
    502,
    true,
    "This browser's push service rejected the notification. Switch notifications off and on again in this browser.",
  ),
  mail_failed: entry(
    502,
    true,
    "The mail server didn't accept the message. Sending is retried automatically. Check the server's mail settings.",
  ),
} as const satisfies Record<string, ErrorEntry>;
