import type { AlertDetail } from '@sightline/contracts/alerts/alert';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../platform/session/session-store.ts';
import { useSingleKeys } from '../../../platform/keys/single-keys.ts';
import type { AlertDeeds } from '../use-alert-deeds.ts';
import type { DeedName } from '../use-alert-keys.ts';
import classes from './detail.module.css';

interface AlertActionsProps {
  alert: AlertDetail;
  deeds: Pick<AlertDeeds, 'busyId' | 'last'>;
  onDeed: (deed: DeedName) => void;
  /** What else can be done, at the end. */
  extra?: ReactNode;
}

/** A deed with the key that does it. */
function DeedButton({
  deed,
  keyName,
  variant = 'default',
  isBusy = false,
  onDeed,
}: {
  deed: Exclude<DeedName, 'next' | 'previous' | 'comment'>;
  keyName: string;
  variant?: 'filled' | 'default' | 'subtle';
  isBusy?: boolean;
  onDeed: (deed: DeedName) => void;
}) {
  const { t } = useTranslation();
  const areOn = useSingleKeys();
  return (
    <Button
      variant={variant}
      color={variant === 'subtle' ? 'gray' : undefined}
      className={classes.deed}
      loading={isBusy}
      aria-keyshortcuts={areOn ? keyName : undefined}
      rightSection={areOn ? <kbd aria-hidden="true">{keyName}</kbd> : undefined}
      onClick={() => onDeed(deed)}
    >
      {t(`alerts.deeds.${deed}`)}
    </Button>
  );
}

/** What can be done with an alert, docked at its foot; under the thumb on phones. */
export function AlertActions({ alert, deeds, onDeed, extra }: AlertActionsProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  const isBusy = deeds.busyId === alert.id;
  if (!alert.can.handle)
    return (
      <div className={classes.noDeeds} data-docked>
        <p>{t('alerts.deeds.notAllowed')}</p>
        <span className={classes.extra}>{extra}</span>
      </div>
    );
  if (alert.handling === 'done')
    return (
      <div className={classes.deeds} data-docked>
        <DeedButton deed="reopen" keyName="Z" isBusy={isBusy} onDeed={onDeed} />
        <span className={classes.extra}>{extra}</span>
      </div>
    );
  const isOwn = alert.handling === 'taken' && alert.handler?.userId === user.id;
  return (
    <div className={classes.deeds} data-docked>
      {alert.handling === 'new' && (
        <DeedButton deed="take" keyName="A" variant="filled" isBusy={isBusy} onDeed={onDeed} />
      )}
      <DeedButton
        deed="handled"
        keyName="E"
        variant={isOwn ? 'filled' : 'default'}
        isBusy={isBusy && alert.handling === 'taken'}
        onDeed={onDeed}
      />
      <DeedButton deed="falseAlarm" keyName="F" onDeed={onDeed} />
      <DeedButton deed="expected" keyName="X" variant="subtle" onDeed={onDeed} />
      <span className={classes.extra}>{extra}</span>
    </div>
  );
}
