import {
  IconCalendarTime,
  IconCar,
  IconDatabase,
  IconDoor,
  IconDoorEnter,
  IconShirt,
  IconTags,
  IconUsers,
  IconVariable,
  IconBrandYoutube,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { keptChoices, useKeptChoice } from '../../../platform/state/kept-choices.ts';
import { AreaFrame } from './area-frame.tsx';
import { declaredMenu } from '../menus/declared-menu.ts';

const menu = declaredMenu('database');
const foldedMenus = keptChoices('folded-menus');

/** Signs of the directories, by the keys of their entries: here and not in the declarations, which are part of the first download. */
const icons: Readonly<Record<string, Icon>> = {
  people: IconUsers,
  uniforms: IconShirt,
  doors: IconDoor,
  vehicles: IconCar,
  eventTags: IconTags,
  schedules: IconCalendarTime,
  youtube: IconBrandYoutube,
  entrances: IconDoorEnter,
  variables: IconVariable,
};

const iconOf = (key: string): Icon => icons[key] ?? IconDatabase;

/** Frame of the organization's directories: their menu, which folds to its signs, and one of their pages. */
export function DatabaseArea() {
  const { t } = useTranslation();
  const [isFolded, toggle] = useKeptChoice(foldedMenus, 'database');
  return (
    <AreaFrame
      title={t('shell.database.title')}
      menu={menu}
      nameOf={(name) => t(name)}
      iconOf={iconOf}
      fold={{ isFolded, toggle }}
    />
  );
}
