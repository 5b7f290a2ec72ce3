import { ActionIcon, Menu } from '@mantine/core';
import type { Uniform } from '@sightline/contracts/uniforms/uniform';
import { IconDotsVertical, IconPencil, IconTrash, IconWand } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatShare } from '../../../platform/i18n/format-number.ts';
import type { Chosen } from '../../../ui/chosen/use-chosen.ts';
import { ChooseBox } from '../../../ui/chosen/with-choice.tsx';
import { UniformPicture } from '../uniform-picture.tsx';
import { useHeldBackWords } from '../training/use-held-back-words.ts';
import classes from '../uniforms.module.css';

interface UniformCardProps {
  uniform: Uniform;
  chosen: Chosen<Uniform>;
  onRename: () => void;
  onTrain: () => void;
  onRemove: () => void;
}

/** A uniform: how it looks, its name, how well it is recognised, and what can be done with it. */
export function UniformCard({ uniform, chosen, onRename, onTrain, onRemove }: UniformCardProps) {
  const { t } = useTranslation();
  const { short } = useHeldBackWords(uniform.heldBack);
  const { name, bestImage, lookedThrough, uniformId } = uniform;
  return (
    <div className={classes.card} data-uniform={uniformId}>
      <UniformPicture url={bestImage} />
      <span className={classes.head}>
        <ChooseBox row={uniform} chosen={chosen} />
        <span className={classes.name}>
          <bdi title={name}>{name}</bdi>
        </span>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={28} aria-label={t('uniforms.card.menu', { name })}>
              <IconDotsVertical size={16} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} aria-hidden="true" />} onClick={onRename}>
              {t('uniforms.card.rename')}
            </Menu.Item>
            <Menu.Item leftSection={<IconWand size={16} stroke={1.6} aria-hidden="true" />} onClick={onTrain}>
              {t('uniforms.card.train')}
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={16} stroke={1.6} aria-hidden="true" />} onClick={onRemove}>
              {t('uniforms.card.remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </span>
      <span className={classes.line}>{short}</span>
      <Link to="/search" search={{ uniform: uniformId, range: '30d' }} className={classes.line}>
        {t('uniforms.card.find')}
      </Link>
      {lookedThrough < 1 && (
        <span className={classes.line}>{t('uniforms.card.looking', { share: formatShare(lookedThrough) })}</span>
      )}
    </div>
  );
}
