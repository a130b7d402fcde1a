import type { DemoPorts } from "../../core/credentials/demo_ports.ts";
import type { ProviderLoginPorts, SuspendedAccess } from "../../core/console/ports.ts";
import type { EmployerPorts } from "../../core/credentials/employer_ports.ts";
import type { IssuancePorts } from "../../core/credentials/issuance_ports.ts";
import type { StatusListPorts } from "../../core/credentials/status_ports.ts";
import type { DataSubjectPorts } from "../../core/data_subject/ports.ts";
import type { EventPorts } from "../../core/events/ports.ts";
import type { HealthPorts } from "../../core/health/ports.ts";
import type { KybPorts } from "../../core/kyb/ports.ts";
import type { ReviewPorts } from "../../core/kyb/review_ports.ts";
import type {
  ListChangesPorts,
  ListEntryPorts,
  ListsInForcePorts,
} from "../../core/lists_in_force/ports.ts";
import type { MonitoringPorts } from "../../core/monitoring/ports.ts";
import type { LoginPorts } from "../../core/login/ports.ts";
import type { VerificationPorts } from "../../core/verification/ports.ts";
import type { SealPorts } from "../../core/seal/ports.ts";
import type { OperatorPorts } from "../../core/operators/ports.ts";
import type { ScreeningBatchPorts } from "../../core/screening/batch_ports.ts";
import type { ScreeningPorts } from "../../core/screening/ports.ts";
import type { WalletRiskPorts } from "../../core/wallet_risk/ports.ts";
import type { UsagePorts } from "../../core/usage/ports.ts";

/**
 * The ports of all operations behind the routes. The composition root builds one set for the
 * sandbox and, in a live deployment, one for live; the mount selects by the request's mode.
 */
export type Ports =
  & DataSubjectPorts
  & DemoPorts
  & EmployerPorts
  & EventPorts
  & HealthPorts
  & IssuancePorts
  & KybPorts
  & ListChangesPorts
  & ListEntryPorts
  & ListsInForcePorts
  & LoginPorts
  & MonitoringPorts
  & OperatorPorts
  & ProviderLoginPorts
  & { readonly suspendedAccess: SuspendedAccess }
  & ReviewPorts
  & ScreeningBatchPorts
  & ScreeningPorts
  & SealPorts
  & StatusListPorts
  & UsagePorts
  & VerificationPorts
  & WalletRiskPorts;
