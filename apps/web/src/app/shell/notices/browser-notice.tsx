import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx';
import classes from '../../../ui/dialogs/dialog.module.css';
import { Stack } from '../../../ui/layout/stack.tsx';
import { dismissBrowserNotice } from './browser-notice-rule.ts';

/** Says which browsers are tested, to whoever uses another one. */
export function BrowserNotice({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const close = (): void => {
    dismissBrowserNotice();
    onClose();
  };
  return (
    <Dialog title={t('shell.browser.title')} width={516} onClose={onClose}>
      <Stack gap={16}>
        <p className={classes.text}>{t('shell.browser.best')}</p>
        <p className={classes.text}>{t('shell.browser.others')}</p>
        <p className={classes.text}>{t('shell.browser.switch')}</p>
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('shell.browser.later')}
        </Button>
        <Button onClick={close} data-autofocus>
          {t('shell.browser.never')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
