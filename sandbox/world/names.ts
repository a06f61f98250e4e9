/** Names of generated residents and applicants. Each first name is used once, so that only intended people are ambiguous. */

const list = (names: string): readonly string[] => names.trim().split(/\s+/);

/** First names not used in `cast.ts`. */
export const FIRST_NAMES: readonly string[] = list(`
  Aaron Abigail Adele Adrian Aisha Alan Alicia Amara Amir Anders Andre Angela Anita Arjun Ashley Audrey Autumn Ava
  Barbara Benedict Bianca Blake Bridget Bruce Caleb Camille Carmen Cedric Celeste Chidi Claire Clara Clement Colin Cora
  Damian Daphne Darius Deborah Delia Derek Diego Dimitri Donna Dwayne Edith Elena Elias Elise Emeka Emma Erik Esther
  Fatima Felix Fiona Frances Gabriel Gemma Giles Grace Gwen Hana Hassan Hazel Hector Heidi Helen Hugo Ian Imani Irene Isaac
  Ivy Jada Jasper Jerome Joanna Joel Judah June Kareem Katya Kenji Kiara Kurt Lars Leila Leo Lionel Louisa Luca Lydia Mabel
  Malik Margot Martin Mei Melvin Mina Miriam Nadia Naomi Nathan Nicole Nina Noel Olga Oliver Omar Otis Paige Paolo Patrice
  Percy Petra Quinn Rafael Raj Renée Roland Roxanne Rufus Sabine Samir Selma Seth Shauna Soren Stella Suki Tanya Theo`);

/** Last names not used in `cast.ts`. */
export const LAST_NAMES: readonly string[] = list(`
  Abernathy Achebe Adler Aguilar Amsel Anand Ashworth Atwater Baird Banerjee Barlow Bassett Beaumont Bellamy Bergstrom Blackwood
  Boateng Bowen Bradshaw Brannigan Burke Calloway Cardoso Carver Chaudhry Chen Clayborne Coleman Conti Cortez Crane Cromwell
  Dacosta Dalton Danso Dempsey Desai Diaz Driscoll Duarte Eastman Eklund Ellison Emerson Escobar Fairbanks Farrow Ferreira
  Fitzgerald Fleming Forrester Fuentes Gallagher Garza Gibbs Goldberg Goodwin Greaves Gupta Haddad Halloran Hargrove Hawkins
  Hendricks Hirsch Hollins Huxley Idris Iverson Jankowski Jensen Joshi Kamara Katz Kaur Keating Kendrick Kinsey Kline Kowalski
  Lachance Lambert Larkin Leung Lombardi MacLeod Maddox Mahoney Marlowe Mbeki McBride Mensah Mercado Mitchell Montoya Moreau
  Nakamura Navarro Nguyen Nilsson Norwood Oakes Ortega Osborne Palmer Parekh Paulson Pereira Pham Prescott Quigley Ramsey
  Rasmussen Redmond Riordan Rosario Rourke Salazar Sandoval Sinclair Sokolov Stanhope Sutter Takahashi Thornton Tran Ueda
  Vance Villanueva Wadsworth Whitaker Winslow Wyatt Yamada Zapata`);
