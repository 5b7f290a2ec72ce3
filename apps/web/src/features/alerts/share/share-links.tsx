import type { AlertLink } from '@sightline/contracts/alerts/alert-link';
import { alertLinksCalls } from '@sightline/contracts/alerts/alert-links.api';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../../platform/api/client.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { Moment } from '../../../ui/time/moment.tsx';
import { toastFailure, toastSuccess } from '../../../ui/toasts/toast.tsx';
import classes from './share.module.css';

const nowEveryMs = 10_000;

/** Links to one alert, newest first: whose, until when, how often opened. */
export function ShareLinks({ links, timeZone }: { links: readonly AlertLink[]; timeZone: string }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('alerts.share.links')}>
      <h3 className={classes.heading}>{t('alerts.share.links')}</h3>
      <ul className={classes.links}>
        {links.map((link) => (
          <LinkRow key={link.id} link={link} timeZone={timeZone} />
        ))}
      </ul>
    </section>
  );
}

function LinkRow({ link, timeZone }: { link: AlertLink; timeZone: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const isOver = link.expiresAtUtcMs <= useNow(nowEveryMs);
  const params = { id: link.alertId, linkId: link.id };
  const revoke = useMutation({
    mutationFn: () => call(alertLinksCalls.revoke, { params }),
    onSuccess: async () => {
      toastSuccess({ title: t('alerts.share.revoked') });
      await client.invalidateQueries({ queryKey: callKey(alertLinksCalls.list, { params: { id: link.alertId } }) });
    },
    onError: (failure) => toastFailure(t('alerts.share.revokeFailed'), failure),
  });
  return (
    <li className={classes.link}>
      <div>
        <span>
          {link.revokedAtUtcMs !== null ? (
            t('alerts.share.revokedBy', { name: link.revokedByName ?? '' })
          ) : (
            <>
              {t(isOver ? 'alerts.share.expired' : 'alerts.share.expires')}{' '}
              <Moment utcMs={link.expiresAtUtcMs} timeZone={timeZone} to="time" />
            </>
          )}
        </span>
        <span className={classes.quiet}>
          {t('alerts.share.by', { name: link.createdByName })} ·{' '}
          {link.openCount === 0
            ? t('alerts.share.unopened')
            : t('alerts.share.opened', { count: link.openCount, shown: formatCount(link.openCount) })}
        </span>
      </div>
      {link.can.revoke && !isOver && (
        <Button variant="default" size="compact-md" loading={revoke.isPending} onClick={() => revoke.mutate()}>
          {t('alerts.share.revoke')}
        </Button>
      )}
    </li>
  );
}
