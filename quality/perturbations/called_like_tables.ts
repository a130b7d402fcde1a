import { wordsOf } from "./family.ts";

/**
 * Names of unlisted people that equal words in tables of legal forms, titles and abbreviations;
 * compiled by hand from common names.
 */
export const calledLikeTables = wordsOf(
  `Ngo_Quang_Huy Ngo_Thi_Lan Ngo_Van_Duc Huy_Quang_Ngo Ta_Quang_Huy
  Ta_Thi_Hoa Ta_Minh_Tuan Nguyen_Cao_Ky Ky_Nguyen Ip_Man Ip_Wai_Kit Ip_Ka_Wai Dev_Sharma Dev_Kumar
  Dev_Raj Min_Ho_Lee Min_Thu Kim_Min_Jun Res_Meier Mar_Garcia Mar_Lopez Maria_del_Mar_Ruiz Amartya_Roy_Sen
  Sen_Gupta Sushmita_Sen Ras_Kassa Headley_Head Michael_Head Staff_Jones Peter_Staff Luang_Chai
  Phra_Somchai Por_Heng Pol_Roger Pol_Garcia Jan_Pol Gal_Cohen Gal_Levi Adj_Mensah Ir_Santoso Seri_Wahyuni
  Elkin_Rodriguez Elena_Garcia Elif_Kaya Elsa_Martin Elton_Brown Elias_Novak Elham_Rezaei Elnur_Aliyev
  Eldar_Huseynov Elmira_Aliyeva Ellen_Weber Elvira_Lopez Elvis_Johnson Elisa_Rossi Elmar_Schmidt Eloy_Perez
  Er_Mehmet Mehmet_Er Ar_Rahman An_Nguyen Nguyen_Van_An Es_Selim Ed_Davis Md_Rahman Md_Hossain Mo_Ali
  Geo_Thomas Jos_de_Vries Jas_Singh Wm_Smith Gen_Tanaka Gen_Sato Log_Hansen Ind_Kumar Nat_Brown Nat_Cohen
  Nav_Singh Inv_Hansen Bo_Plant Robert_Plant Shares_Miller Stock_Miller Anna_Stock Joint_Smith Kai_Open
  Lash_Brown Nava_Cohen Nava_Levi Nave_Garcia Gemi_Yildiz Kater_Meyer Sonia_Barco Jan_Schlepper Pyotr_Buksir
  Hadnagy_Peter Marszalek_Anna Starosta_Jan Wojewoda_Piotr Ataman_Kaya Hasan_Ataman Luc_Maire Tun_Tun_Win
  Al_Pacheco Sha_Li Sca_Moreau Psa_Diallo Saa_Kamara Saa_Tamba Sau_Wing_Lam Lai_Sau Kk_Sharma Pk_Gupta
  Pt_Usha Rs_Patel Bv_Rao Gl_Kumar Nk_Singh Kr_Sharma Hj_Aminah Yb_Lim Kh_Ahmad Ts_Wong Bs_Yadav Ths_Le`,
);
