import type { AlertDetail } from '@sightline/contracts/alerts/alert';
import type { NewAlertLink } from '@sightline/contracts/alerts/alert-link';
import { alertLinksCalls } from '@sightline/contracts/alerts/alert-links.api';
import { Button, Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../../platform/api/client.ts';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx';
import { CopyValue } from '../../../ui/forms/copy-value.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { linksOfAlert } from '../alert-queries.ts';
import { ShareLinks } from './share-links.tsx';
import classes from './share.module.css';

/** Hours for which a link can work. */
const lifetimes = [1, 24, 168, 720] as const;

// Behind the sign, so that neither servers nor proxies write it down.
const addressOf = (token: string): string => `${window.location.origin}/alert-video#${token}`;

/** Makes links to the clip of an alert, and shows those that there are. */
export function ShareDialog({ alert, onClose }: { alert: AlertDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [hours, setHours] = useState<number>(24);
  const links = useQuery(linksOfAlert(alert.id));
  const params = { id: alert.id };
  const make = useMutation({
    mutationFn: () => call(alertLinksCalls.create, { params, body: { hours } }),
    onSuccess: () => client.invalidateQueries({ queryKey: callKey(alertLinksCalls.list, { params }) }),
  });
  return (
    <Dialog title={t('alerts.share.title')} width={540} onClose={onClose}>
      <Stack gap={16}>
        <p className={classes.quiet}>{t('alerts.share.text')}</p>
        {make.data === undefined ? (
          <div className={classes.make}>
            <Select
              label={t('alerts.share.lifetime')}
              data={lifetimes.map((each) => ({ value: String(each), label: t(`alerts.share.hours.${each}`) }))}
              value={String(hours)}
              allowDeselect={false}
              onChange={(value) => setHours(Number(value))}
            />
            <Button loading={make.isPending} onClick={() => make.mutate()}>
              {t('alerts.share.make')}
            </Button>
          </div>
        ) : (
          <Made link={make.data} />
        )}
        {make.error !== null && <FormFailure failure={make.error} />}
        <ListScreen
          list={links}
          failed={t('alerts.share.failed')}
          rows={2}
          isEmpty={({ items }) => items.length === 0}
          empty={<p className={classes.quiet}>{t('alerts.share.none')}</p>}
        >
          {({ items }) => <ShareLinks links={items} timeZone={alert.timeZone} />}
        </ListScreen>
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common.actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Made({ link }: { link: NewAlertLink }) {
  const { t } = useTranslation();
  return (
    <div className={classes.made} role="status">
      <strong>{t('alerts.share.made')}</strong>
      <CopyValue label={t('alerts.share.address')} value={addressOf(link.token)} />
      <p className={classes.quiet}>{t('alerts.share.once')}</p>
    </div>
  );
}
