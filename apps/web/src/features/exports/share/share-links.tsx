import type { ExportLink } from '@sightline/contracts/exports/export-link';
import { exportLinksCalls } from '@sightline/contracts/exports/export-links.api';
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

/** Links to one export, newest first: until when, whose, mailed to whom, how often opened. */
export function ShareLinks({ links, timeZone }: { links: readonly ExportLink[]; timeZone: string }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('exports.share.links')}>
      <h3 className={classes.heading}>{t('exports.share.links')}</h3>
      <ul className={classes.links}>
        {links.map((link) => (
          <LinkRow key={link.id} link={link} timeZone={timeZone} />
        ))}
      </ul>
    </section>
  );
}

function LinkRow({ link, timeZone }: { link: ExportLink; timeZone: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const isOver = link.expiresAtUtcMs <= useNow(nowEveryMs);
  const params = { id: link.exportId, linkId: link.id };
  const revoke = useMutation({
    mutationFn: () => call(exportLinksCalls.revoke, { params }),
    onSuccess: async () => {
      toastSuccess({ title: t('exports.share.revoked') });
      await client.invalidateQueries({ queryKey: callKey(exportLinksCalls.list, { params: { id: link.exportId } }) });
    },
    onError: (failure) => toastFailure(t('exports.share.revokeFailed'), failure),
  });
  const opened =
    link.openCount === 0
      ? t('exports.share.unopened')
      : t('exports.share.opened', { count: link.openCount, shown: formatCount(link.openCount) });
  return (
    <li className={classes.link}>
      <div>
        <span>
          {link.revokedAtUtcMs !== null ? (
            t('exports.share.revokedBy', { name: link.revokedByName ?? '' })
          ) : (
            <>
              {t(isOver ? 'exports.share.expired' : 'exports.share.expires')}{' '}
              <Moment utcMs={link.expiresAtUtcMs} timeZone={timeZone} to="time" />
            </>
          )}
        </span>
        <span className={classes.quiet}>
          {t('exports.share.by', { name: link.createdByName })} · {opened}
        </span>
        {link.mailedTo.length > 0 && (
          <bdi dir="ltr" className={classes.quiet}>
            {link.mailedTo.join(', ')}
          </bdi>
        )}
      </div>
      {link.can.revoke && !isOver && (
        <Button variant="default" size="compact-md" loading={revoke.isPending} onClick={() => revoke.mutate()}>
          {t('exports.share.revoke')}
        </Button>
      )}
    </li>
  );
}
