import { Modal, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { switchSingleKeys, useSingleKeys } from '../../../platform/keys/single-keys.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { keySections } from './declared-keys.ts';
import classes from './key-sheet.module.css';

/** Help: every key, the switch for single keys, and where the guides are. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const areOn = useSingleKeys();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shell.keys.title')}
      size={516}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {keySections.map(({ title, keys }) => (
        <section key={title} className={classes.section}>
          <h3>{t(title)}</h3>
          <dl className={classes.list}>
            {keys.map(({ press, does }) => (
              <Row align="center" justify="between" gap={16} key={does} className={classes.row}>
                <dt>{t(does)}</dt>
                <dd dir="ltr">
                  {press.map((key) => (
                    <kbd key={key} className={classes.key}>
                      {key}
                    </kbd>
                  ))}
                </dd>
              </Row>
            ))}
          </dl>
        </section>
      ))}
      <Switch
        label={t('shell.keys.switch')}
        description={t('shell.keys.switchHint')}
        checked={areOn}
        onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
      />
      <p className={classes.note}>{t('shell.keys.guides')}</p>
    </Modal>
  );
}
