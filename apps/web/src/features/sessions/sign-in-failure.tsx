import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { serverNowUtcMs } from '../../platform/clock/server-clock.ts';
import { useNow } from '../../platform/clock/use-now.ts';
import { formatDuration } from '../../platform/i18n/format-number.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import classes from './sign-in.module.css';

/** How long a lock still holds, counted down. */
function TryAgainIn({ waitMs }: { waitMs: number }) {
  const { t } = useTranslation();
  const [endsAtUtcMs] = useState(() => serverNowUtcMs() + waitMs);
  const leftMs = endsAtUtcMs - useNow(1000);
  return (
    <p className={classes.hint} data-retry>
      {leftMs > 0
        ? t('sessions.signIn.tryAgainIn', { time: formatDuration(Math.ceil(leftMs / 1000) * 1000) })
        : t('sessions.signIn.tryAgainNow')}
    </p>
  );
}

/** Why nobody was signed in, and the next step: when to try again, or how to get the link of the confirmation again. */
export function SignInFailure({ failure, email }: { failure: unknown; email?: string }) {
  const { t } = useTranslation();
  const { code, data, requestId } = toApiError(failure);
  const address = typeof data['email'] === 'string' ? data['email'] : email;
  return (
    <Stack gap={8}>
      <FormFailure failure={failure} />
      {typeof data['retryAfterMs'] === 'number' && <TryAgainIn key={requestId} waitMs={data['retryAfterMs']} />}
      {code === 'email_unverified' && (
        <Link to="/email-verification" search={{ description: address }} className={classes.link}>
          {t('sessions.signIn.verify')}
        </Link>
      )}
    </Stack>
  );
}
