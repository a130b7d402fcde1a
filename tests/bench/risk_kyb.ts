import { measureOffboarding } from "./risk_kyb_offboard.ts";
import { measureOnboarding } from "./risk_kyb_onboarding.ts";

/** Measures KYB, one thing after the other, and prints what each took. */
export async function measureKyb(): Promise<void> {
  await measureOnboarding();
  await measureOffboarding();
}
