import type { FootageExport } from '@sightline/contracts/exports/export';
import type { NewExportLink } from '@sightline/contracts/exports/export-link';
import { exportLinksCalls } from '@sightline/contracts/exports/export-links.api';
import { Button, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../../platform/api/client.ts';
import { useAppInfo } from '../../../platform/app-info/app-info.ts';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx';
import { CopyValue } from '../../../ui/forms/copy-value.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { linksOfExport } from '../export-queries.ts';
import { addressesIn } from './addresses.ts';
import { addressOfLink } from './link-address.ts';
import { ShareLinks } from './share-links.tsx';
import classes from './share.module.css';

/** Hours for which a link can work. */
const lifetimes = [1, 24, 168, 720] as const;

interface ShareDialogProps {
  item: FootageExport;
  /** A link that was just made, where it could not be copied by itself. */
  made?: NewExportLink | undefined;
  onClose: () => void;
}

/** Mails a link to the file of an export or makes one to be copied, and shows those that there are. */
export function ShareDialog({ item, made, onClose }: ShareDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [hours, setHours] = useState(168);
  const [typed, setTyped] = useState('');
  const links = useQuery(linksOfExport(item.id));
  const isMailSent = useAppInfo()?.isMailSent ?? true;
  const params = { id: item.id };
  const { emails, wrong } = addressesIn(typed);
  const make = useMutation({
    mutationFn: () => call(exportLinksCalls.create, { params, body: { hours, emails } }),
    onSuccess: () => client.invalidateQueries({ queryKey: callKey(exportLinksCalls.list, { params }) }),
  });
  const link = make.data ?? made;
  return (
    <Dialog title={t('exports.share.title')} width={540} onClose={onClose}>
      <Stack gap={16}>
        <p className={classes.quiet}>{t('exports.share.text')}</p>
        {link === undefined ? (
          <form
            className={classes.make}
            onSubmit={(event) => {
              event.preventDefault();
              make.mutate();
            }}
          >
            <TextInput
              className={classes.wide}
              data-autofocus
              dir="ltr"
              inputMode="email"
              label={t('exports.share.emails')}
              description={t(isMailSent ? 'exports.share.emailsHint' : 'exports.share.outbox')}
              value={typed}
              error={wrong === null ? null : t('exports.share.emailWrong', { email: wrong })}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Select
              label={t('exports.share.lifetime')}
              data={lifetimes.map((each) => ({ value: String(each), label: t(`exports.share.hours.${each}`) }))}
              value={String(hours)}
              allowDeselect={false}
              onChange={(value) => setHours(Number(value))}
            />
            <Button type="submit" loading={make.isPending} disabled={wrong !== null}>
              {t(emails.length > 0 ? 'exports.share.send' : 'exports.share.make')}
            </Button>
          </form>
        ) : (
          <Made link={link} isMailSent={isMailSent} />
        )}
        {make.error !== null && <FormFailure failure={make.error} />}
        <ListScreen
          list={links}
          failed={t('exports.share.failed')}
          rows={2}
          isEmpty={({ items }) => items.length === 0}
          empty={<p className={classes.quiet}>{t('exports.share.none')}</p>}
        >
          {({ items }) => <ShareLinks links={items} timeZone={item.timeZone} />}
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

function Made({ link, isMailSent }: { link: NewExportLink; isMailSent: boolean }) {
  const { t } = useTranslation();
  const count = link.mailedTo.length;
  return (
    <div className={classes.made} role="status">
      <strong>
        {count === 0
          ? t('exports.share.made')
          : t(isMailSent ? 'exports.share.sent' : 'exports.share.waits', { count })}
      </strong>
      <CopyValue label={t('exports.share.address')} value={addressOfLink(link.token)} />
      <p className={classes.quiet}>{t('exports.share.once')}</p>
    </div>
  );
}
