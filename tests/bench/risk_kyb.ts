import { measureOffboarding } from "./risk_kyb_offboard.ts";
import { measureOnboarding } from "./risk_kyb_onboarding.ts";

/** Measures parts of KYB one after the other and prints the times. */
export async function measureKyb(): Promise<void> {
  await measureOnboarding();
  await measureOffboarding();
}
