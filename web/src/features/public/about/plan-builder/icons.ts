import type { PlanIcon } from "../../../../content/plan-builder";
import type { IconData } from "../../../../ui/base/icon";
import { link } from "../../../../ui/base/icons.generated";
import {
  badgeCheck,
  bot,
  folderTree,
  keyRound,
  landmark,
  lifeBuoy,
  listChecks,
  magnet,
  map,
  network,
  scanSearch,
  signal,
  waypoints,
  wrench,
} from "../../../../ui/base/icons-about.generated";
import { bookOpen, gauge, trendingUp } from "../../../../ui/base/icons-tools.generated";

/** The icons of goals and modules. */
export const PLAN_ICONS: Record<PlanIcon, IconData> = {
  "badge-check": badgeCheck,
  "book-open": bookOpen,
  bot,
  "folder-tree": folderTree,
  gauge,
  "key-round": keyRound,
  landmark,
  "life-buoy": lifeBuoy,
  link,
  "list-checks": listChecks,
  magnet,
  map,
  network,
  "scan-search": scanSearch,
  signal,
  "trending-up": trendingUp,
  waypoints,
  wrench,
};
