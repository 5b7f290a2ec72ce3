import { IconInbox } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAppInfo } from '../../../platform/app-info/app-info.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { TextWithParts } from '../../../ui/page/text-with-parts.tsx';
import classes from './entry.module.css';

/** Where to read the mail on a server that sends none. */
export function OutboxNotice() {
  const { t } = useTranslation();
  const info = useAppInfo();
  if (info === undefined || info.isMailSent) return null;
  return (
    <Row gap={12} className={classes.outbox} role="note">
      <IconInbox size={20} stroke={1.5} aria-hidden="true" />
      <div>
        <p className={classes.outboxTitle}>{t('accounts.outbox.title')}</p>
        <p>
          <TextWithParts text={t('accounts.outbox.text')} parts={{ command: <code dir="ltr" /> }} />
        </p>
      </div>
    </Row>
  );
}
