import { Modal, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { switchSingleKeys, useSingleKeys } from '../../platform/keys/single-keys.ts';
import classes from './key-sheet.module.css';

const sections = [
  {
    title: 'shell.keys.general',
    keys: [
      { press: ['Ctrl', 'K'], does: 'globalSearch.title' },
      { press: ['?'], does: 'shell.keys.help' },
      { press: ['/'], does: 'shell.keys.search' },
      { press: ['N'], does: 'shell.keys.addCamera' },
      { press: ['Esc'], does: 'shell.keys.escape' },
    ],
  },
  {
    title: 'shell.keys.camera',
    keys: [
      { press: ['Space'], does: 'shell.keys.play' },
      { press: ['←', '→'], does: 'shell.keys.step' },
      { press: ['J', 'K', 'L'], does: 'shell.keys.speed' },
      { press: [',', '.'], does: 'shell.keys.frame' },
      { press: ['+', '−'], does: 'shell.keys.zoom' },
      { press: ['G'], does: 'shell.keys.jump' },
      { press: ['[', ']'], does: 'events.timeline.steps' },
      { press: ['B'], does: 'events.overlay.key' },
      { press: ['F'], does: 'shell.keys.fullScreen' },
      { press: ['M'], does: 'shell.keys.mute' },
      { press: ['T'], does: 'shell.keys.talk' },
    ],
  },
  {
    title: 'shell.keys.results',
    keys: [
      { press: ['←', '→', '↑', '↓'], does: 'shell.keys.walk' },
      { press: ['Enter'], does: 'shell.keys.open' },
    ],
  },
] as const;

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
      {sections.map(({ title, keys }) => (
        <section key={title} className={classes.section}>
          <h3>{t(title)}</h3>
          <dl className={classes.list}>
            {keys.map(({ press, does }) => (
              <div key={does} className={classes.row}>
                <dt>{t(does)}</dt>
                <dd dir="ltr">
                  {press.map((key) => (
                    <kbd key={key} className={classes.key}>
                      {key}
                    </kbd>
                  ))}
                </dd>
              </div>
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
